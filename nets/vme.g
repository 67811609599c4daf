.model vme
.inputs DSr LDTACK
.outputs LDS D DTACK
.graph
DSr+ LDS+
LDS+ LDTACK+
LDTACK+ D+
D+ DTACK+
DTACK+ DSr-
DSr- D-
D- DTACK- LDS-
DTACK- DSr+
LDS- LDTACK-
LDTACK- LDS+
.marking {<DTACK-,DSr+> <LDTACK-,LDS+>}
.end
