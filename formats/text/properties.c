#include "formats/text/properties.h"

#include "base/check.h"

struct properties_reader {
    struct xml *xml;
    const struct net *net;
    text_buffer text;
    struct properties_item item; /* the current property */
    bool has_formula;
    properties_list *list;
};

static bool read_formula(struct properties_reader *r)
{
    if (r->has_formula)
        return xml_error(r->xml, "a second <formula> in a property");
    r->has_formula = true;
    return property_formula_read(r->xml, r->net, &r->item);
}

static bool read_id(struct properties_reader *r)
{
    struct xml *const xml = r->xml;
    const struct net_where where = xml_where(xml);

    if (!xml_next(xml))
        return false;
    if (xml_opens(xml))
        return xml_error(xml, "<id> holds a text only");
    mem_free(r->item.id);
    r->item.id = mem_text(property_formula_text(xml, &r->text));
    return text_is_name(r->item.id) ||
           xml_error_at(xml, where, "<id> holds no name");
}

static void free_item(struct properties_item *item)
{
    mem_free(item->id);
    formula_destroy(item->formula);
    temporal_destroy(item->temporal);
    formula_sum_free(&item->sum);
}

static void drop_property(struct properties_reader *r)
{
    free_item(&r->item);
    r->item = (struct properties_item){0};
    r->has_formula = false;
}

/* At the closing tag of <property>. */
static bool close_property(struct properties_reader *r, struct net_where where)
{
    if (!r->item.id || !r->has_formula)
        return xml_error_at(r->xml, where, "a property without %s",
                            r->item.id ? "<formula>" : "<id>");
    vec_push(r->list, r->item);
    r->item = (struct properties_item){0};
    drop_property(r);
    return true;
}

/* From the opening tag of <property> to its closing tag. */
static bool read_property(struct properties_reader *r)
{
    struct xml *const xml = r->xml;
    const uint32_t depth = xml_depth(xml);
    const struct net_where where = xml_where(xml);

    while (xml_next(xml)) {
        if (!xml_opens(xml))
            return xml_depth(xml) == depth && close_property(r, where);
        if (xml_is(xml, "formula") ? !read_formula(r)
            : xml_is(xml, "id")    ? !read_id(r)
                                   : !xml_skip(xml))
            return false;
    }
    return false;
}

static bool read_property_set(struct properties_reader *r)
{
    struct xml *const xml = r->xml;

    if (!xml_next(xml))
        return false;
    if (!xml_is(xml, "property-set"))
        return xml_error(xml, "expected <property-set>, found <%s>",
                         xml_name(xml));
    while (xml_next(xml)) {
        if (!xml_opens(xml))
            continue;
        if (!xml_is(xml, "property"))
            return xml_error(xml, "expected <property>, found <%s>",
                             xml_name(xml));
        if (!read_property(r))
            return false;
    }
    return !xml_failed(xml);
}

bool properties_read(const struct net *net, const char *path,
                     properties_list *list, struct diag *diag)
{
    struct source *const source = source_open(path, diag);
    struct properties_reader r = {.net = net, .list = list};
    bool good;

    if (!source)
        return false;
    r.xml = xml_open(source, diag);
    good = read_property_set(&r);
    drop_property(&r);
    vec_free(&r.text);
    xml_close(r.xml);
    source_close(source);
    ASSERT(good || diag->code != DIAG_NONE);
    return good;
}

void properties_free(properties_list *list)
{
    for (uint32_t i = 0; i < list->len; i++)
        free_item(&list->at[i]);
    vec_free(list);
}
