.dummy t
.graph
p*1 t
.end
