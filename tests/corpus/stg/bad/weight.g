.dummy t
.graph
p t(2
.end
