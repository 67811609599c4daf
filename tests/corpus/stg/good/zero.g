.dummy t
.graph
p t
t q
.marking {p=0 q}
.end
