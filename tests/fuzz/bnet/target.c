#include "../target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    target_net(bytes, n);
    return 0;
}
