#include "../target.h"

TARGET(pnml)
{
    target_net(bytes, n);
    return 0;
}
