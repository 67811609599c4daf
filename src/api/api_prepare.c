#include "api/api_prepare.h"

void api_prepare_destroy(struct api_prepare *prepared)
{
    if (!prepared)
        return;
    weights_finish(&prepared->safety.weights);
    exclusive_finish(&prepared->safety.exclusive);
    if (prepared->rules) {
        reduction_keeps_finish(&prepared->keeps);
        reducer_finish(&prepared->work);
    }
    mem_free(prepared);
}

const struct api_prepare *api_prepare_of(const punfpor *problem)
{
    return problem->prepared ? problem->prepared
           : problem->begun_by && problem->begun_by->net == problem->net
               ? problem->begun_by->prepared
               : NULL;
}
