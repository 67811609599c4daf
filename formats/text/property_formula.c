#include "formats/text/property_formula.h"

void property_formula_init(struct property_formula *f, const struct net *net,
                           struct xml *xml)
{
    *f = (struct property_formula){.net = net, .xml = xml};
    vec_reserve(&f->values, 1); /* spans of nothing must not begin at NULL */
}

void property_formula_finish(struct property_formula *f)
{
    property_formula_clear(f);
    vec_free(&f->open);
    vec_free(&f->values);
    vec_free(&f->text);
}

void property_formula_begin(struct property_formula *f)
{
    f->builder = formula_builder_create();
    f->temporal = temporal_create();
    f->is_nested = false;
}

void property_formula_clear(struct property_formula *f)
{
    formula_builder_destroy(f->builder);
    temporal_destroy(f->temporal);
    f->builder = NULL;
    f->temporal = NULL;
    property_formula_drop(f, 0);
    vec_clear(&f->open);
}

void property_formula_drop(struct property_formula *f, uint32_t n)
{
    while (f->values.len > n) {
        formula_sum_free(&vec_top(&f->values)->sum);
        f->values.len--;
    }
}

void property_formula_put(struct property_formula *f,
                          struct property_formula_value value)
{
    property_formula_drop(f, vec_top(&f->open)->first);
    vec_push(&f->values, value);
}

bool property_formula_all_are(const struct property_formula *f,
                              enum property_formula_kind kind)
{
    for (uint32_t i = 0; i < f->n_parts; i++)
        if (f->parts[i].kind != kind)
            return false;
    return true;
}

bool property_formula_are_boolean(const struct property_formula *f)
{
    for (uint32_t i = 0; i < f->n_parts; i++)
        if (f->parts[i].kind == PROPERTY_SUM ||
            f->parts[i].kind == PROPERTY_BOUND ||
            f->parts[i].kind == PROPERTY_NAME)
            return false;
    return true;
}

bool property_formula_wrong(struct property_formula *f, const char *expected)
{
    return xml_error_at(f->xml, vec_top(&f->open)->where, "<%s> needs %s",
                        xml_name(f->xml), expected);
}

const char *property_formula_content(struct property_formula *f)
{
    const char *const text = xml_before(f->xml);

    f->text.len = 0;
    text_put(&f->text, text);
    text_collapse(&f->text);
    return text_end(&f->text);
}
