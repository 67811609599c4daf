#include "../target.h"

TARGET(tina)
{
    target_net(bytes, n);
    return 0;
}
