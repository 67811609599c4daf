.dummy r w
.graph
p r
r p q
p w
.marking {p=1}
.end
