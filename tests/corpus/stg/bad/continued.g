.dummy t
.graph
p \ t
.end
