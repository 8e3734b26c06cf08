// The network's value computed with dot products, compiled only for ARM processors that have them.
#include <sys/auxv.h>

#include "evaluation/network.hpp"

namespace outflank {

NetworkValue network_value_by_dot_products() {
    return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0 ? network_value : nullptr;
}

}  // namespace outflank
