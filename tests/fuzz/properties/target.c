#include "../target.h"

#include "base/check.h"
#include "formats/text/properties.h"
#include "support.h"
#include "checks.h"

static void check_item(const struct properties_item *item,
                       const struct net *net)
{
    CHECK(item->id && item->id[0]);
    CHECK(!item->formula || !item->temporal);
    if (item->formula)
        formula_check(item->formula, net);
    for (uint32_t i = 0; item->temporal && i < item->temporal->atoms.len; i++)
        formula_check(item->temporal->atoms.at[i], net);
    for (uint32_t i = 1; i < item->sum.terms.len; i++)
        CHECK(item->sum.terms.at[i - 1].place < item->sum.terms.at[i].place);
    if (!item->question)
        CHECK(!item->formula && !item->temporal && !item->sum.terms.len);
    else
        CHECK(item->formula || item->temporal ||
              item->question->reads == QUESTION_SUM);
}

TARGET(properties)
{
    struct draft_net *const draft = draft_create("p* q r* s");
    char *path = target_file(bytes, n);
    properties_list list = {0};
    struct diag diag = {0};
    struct net *net;

    draft_trans(draft, "t", "p", "q", "r");
    draft_trans(draft, "u", "q r", "s", "");
    draft_trans(draft, "v", "s", "p r", "");
    net = draft_finish(draft);
    if (properties_read(net, path, &list, &diag))
        for (uint32_t i = 0; i < list.len; i++)
            check_item(&list.at[i], net);
    else
        target_refused(&diag);
    properties_free(&list);
    net_destroy(net);
    target_remove(path);
    return 0;
}
