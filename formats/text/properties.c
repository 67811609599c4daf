#include "formats/text/properties.h"

#include "base/check.h"
#include "base/text.h"
#include "formats/text/property_paths.h"
#include "net/marking.h"

struct properties_reader {
    struct property_formula formula; /* of the current property */
    struct properties_item item;
    bool has_formula;
    properties_list *list;
};

/* --- what a formula asks -------------------------------------------------- */

/* A condition at the initial marking is EF of the constant that it is. */
static const struct {
    enum property_formula_kind kind;
    enum question_path path;
} asked[] = {
    {PROPERTY_STATE, QUESTION_EF},      {PROPERTY_EF, QUESTION_EF},
    {PROPERTY_AG, QUESTION_AG},         {PROPERTY_AG_EF, QUESTION_AG_EF},
    {PROPERTY_ALL, QUESTION_ALL_PATHS}, {PROPERTY_SOME, QUESTION_SOME_PATH},
};

/* Is it a formula of CTL, with quantifiers under others or without one at its
 * beginning?  Then it is what the item asks.  Where parts are constant, none
 * may be left. */
static bool take_ctl(struct properties_reader *r,
                     const struct property_formula_value *value)
{
    struct property_formula *const f = &r->formula;
    const bool begins =
        value->kind == PROPERTY_ALL || value->kind == PROPERTY_SOME;
    ltl_id sought;

    if (begins ? !f->is_nested : value->kind != PROPERTY_PATH)
        return false;
    sought = property_paths_of(f, value);
    if (sought == PROPERTY_FORMULA_NO_PATH ||
        !temporal_is_state(f->temporal, sought))
        return false;
    f->temporal->sought = sought;
    r->item.temporal = f->temporal;
    r->item.question = question_of_path(QUESTION_CTL);
    f->temporal = NULL;
    return true;
}

/* Replaces the formula by the constant that it is at the initial marking. */
static void settle_at_beginning(const struct net *net, struct formula **formula)
{
    struct formula_builder *const builder = formula_builder_create();
    bits_word *const m = marking_create(net);
    uint32_t constant;

    constant =
        formula_builder_constant(builder, formula_holds(*formula, net, m));
    mem_free(m);
    formula_destroy(*formula);
    *formula = formula_builder_finish(builder, constant, false, NULL);
}

static bool finish_formula(struct properties_reader *r,
                           const struct property_formula_value *value,
                           struct net_where where)
{
    struct property_formula *const f = &r->formula;
    struct properties_item *const item = &r->item;
    struct diag why = {0};

    if (take_ctl(r, value))
        return true;
    /* With several operators of paths, and quantifiers among them. */
    if ((value->kind == PROPERTY_ALL || value->kind == PROPERTY_SOME) &&
        f->temporal->quantified.len)
        return true;
    for (uint32_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (asked[i].kind == value->kind)
            item->question = question_of_path(asked[i].path);
    if (!item->question)
        return true;
    if (value->kind == PROPERTY_ALL || value->kind == PROPERTY_SOME) {
        item->temporal = f->temporal;
        item->temporal->sought =
            value->kind == PROPERTY_SOME
                ? value->path
                : ltl_negation(&f->temporal->ltl, value->path);
        f->temporal = NULL;
        return true;
    }
    item->formula = formula_builder_finish(f->builder, value->node,
                                           value->kind == PROPERTY_AG, &why);
    f->builder = NULL;
    if (item->formula && value->kind == PROPERTY_STATE)
        settle_at_beginning(f->net, &item->formula);
    return item->formula || xml_error_at(f->xml, where, "%s", why.text);
}

/* At the closing tag of <formula>. */
static bool close_formula(struct properties_reader *r, struct net_where where)
{
    struct property_formula *const f = &r->formula;
    struct property_formula_value *const value = f->values.at;
    bool good;

    if (f->values.len != 1 || value->kind == PROPERTY_SUM ||
        value->kind == PROPERTY_NAME)
        return xml_error_at(f->xml, where,
                            "<formula> needs one condition or place-bound");
    if (value->kind == PROPERTY_BOUND) {
        r->item.question = question_find("bounds");
        r->item.sum = value->sum;
        formula_sum_sort(&r->item.sum);
        value->sum = (struct formula_sum){0};
        good = true;
    } else {
        good = finish_formula(r, value, where);
    }
    property_formula_drop(f, 0);
    return good;
}

/* From the opening tag of <formula> to its closing tag. */
static bool read_formula(struct properties_reader *r)
{
    const struct net_where where = xml_where(r->formula.xml);

    if (r->has_formula)
        return xml_error(r->formula.xml, "a second <formula> in a property");
    r->has_formula = true;
    property_formula_begin(&r->formula);
    return property_elements_read(&r->formula) && close_formula(r, where);
}

static bool read_id(struct properties_reader *r)
{
    struct xml *const xml = r->formula.xml;
    const struct net_where where = xml_where(xml);

    if (!xml_next(xml))
        return false;
    if (xml_opens(xml))
        return xml_error(xml, "<id> holds a text only");
    mem_free(r->item.id);
    r->item.id = mem_text(property_formula_content(&r->formula));
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
    property_formula_clear(&r->formula);
}

/* At the closing tag of <property>. */
static bool close_property(struct properties_reader *r, struct net_where where)
{
    if (!r->item.id || !r->has_formula)
        return xml_error_at(r->formula.xml, where, "a property without %s",
                            r->item.id ? "<formula>" : "<id>");
    vec_push(r->list, r->item);
    r->item = (struct properties_item){0};
    drop_property(r);
    return true;
}

/* From the opening tag of <property> to its closing tag. */
static bool read_property(struct properties_reader *r)
{
    struct xml *const xml = r->formula.xml;
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

static bool read_property_set(struct properties_reader *r, struct xml *xml)
{
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
    struct properties_reader r = {.list = list};
    struct xml *xml;
    bool good;

    if (!source)
        return false;
    xml = xml_open(source, diag);
    property_formula_init(&r.formula, net, xml);
    good = read_property_set(&r, xml);
    drop_property(&r);
    property_formula_finish(&r.formula);
    xml_close(xml);
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
