.dummy t
.graph
p t
.marking {p=2}
.end
