#include "../target.h"

TARGET(lola)
{
    target_net(bytes, n);
    return 0;
}
