#include "../target.h"

TARGET(bnet)
{
    target_net(bytes, n);
    return 0;
}
