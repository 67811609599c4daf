.dummy t
.graph
p t t
.end
