#include "api/api_prepare.h"

void api_prepare_destroy(struct api_prepare *prepared)
{
    if (!prepared)
        return;
    api_safety_finish(&prepared->safety);
    if (prepared->rules) {
        reduction_keeps_finish(&prepared->keeps);
        reducer_finish(&prepared->work);
    }
    mem_free(prepared);
}

const struct api_prepare *api_prepare_of(const struct api_problem *problem)
{
    const struct api_problem *const by = problem->begun_by;

    return problem->prepared               ? problem->prepared
           : by && by->net == problem->net ? by->prepared
                                           : NULL;
}

void api_prepare_safety(const struct api_problem *problem,
                        struct api_safety *safety)
{
    const struct api_prepare *const from = api_prepare_of(problem);

    api_safety_prove(problem, from ? &from->safety : NULL, safety);
}
