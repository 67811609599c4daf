.inputs a
.graph
a+ a-
.marking {<a+,a-/2>}
.end
