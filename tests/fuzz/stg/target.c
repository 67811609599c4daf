#include "../target.h"

TARGET(stg)
{
    target_net(bytes, n);
    return 0;
}
