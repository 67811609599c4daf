.dummy t
.graph
p q
.end
