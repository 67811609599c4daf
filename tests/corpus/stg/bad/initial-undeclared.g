.inputs a
.initial state !a b
.graph
p a+
a+ p
.marking {p}
.end
