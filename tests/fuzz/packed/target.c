#include "../target.h"

TARGET(packed)
{
    target_net(bytes, n);
    return 0;
}
