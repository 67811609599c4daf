.dummy t
.graph
p t(0)
.end
