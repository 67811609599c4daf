#include "../target.h"

TARGET(tapn)
{
    target_net(bytes, n);
    return 0;
}
