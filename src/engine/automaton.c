#include "engine/automaton.h"

#include "question/temporal.h"
#include "temporal/tableau.h"

void automaton_refuse(struct answer_finding *finding, const struct diag *why)
{
    if (!finding->failure)
        finding->failure = mem_text(why->text);
}

struct buchi *automaton_of(const struct temporal *temporal, uint64_t *sets,
                           struct watch *watch, struct answer_finding *finding)
{
    struct diag why = {0};
    struct buchi *const automaton =
        tableau_create(&temporal->ltl, temporal->begun, TABLEAU_STATES, &why);

    (void)watch_work(watch, automaton ? automaton->work : TABLEAU_WORK);
    if (automaton && temporal_fair_sets(temporal, automaton, sets))
        return automaton;
    if (automaton)
        diag_report(&why, DIAG_LIMIT, NULL, 0, 0,
                    "the automaton and the fair transitions have more than %d "
                    "acceptance sets",
                    BUCHI_SETS);
    buchi_destroy(automaton);
    automaton_refuse(finding, &why);
    return NULL;
}
