#include "../target.h"

TARGET(llnet)
{
    target_net(bytes, n);
    return 0;
}
