# a latch
.model latch
.inputs a b
.outputs c
.initial state !a !b c
.graph
a+ c+
b+ c+
c+ a- b-
a- c-
b- c-
c- a+ b+
.marking {<c-,a+> <c-,b+>}
.end
