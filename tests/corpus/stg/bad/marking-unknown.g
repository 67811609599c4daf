.dummy t
.graph
p t
.marking {q}
.end
