.dummy t
.graph
p t=1
.end
