.inputs a
.graph
a p
p a~/2
.marking {p}
.end
