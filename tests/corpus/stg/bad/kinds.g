.inputs a b
.internal c a
.graph
a+ b+
.end
