.inputs a b
.initial state !a b a
.graph
p a+
a+ p
.marking {p}
.end
