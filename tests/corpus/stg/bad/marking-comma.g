.inputs a
.graph
a+ a-
.marking {<a+ a->}
.end
