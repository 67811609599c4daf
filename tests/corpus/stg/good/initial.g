.model m
.inputs a
.slowenv
.graph
a+ a-
a- a+
.marking {<a-,a+>}
.initial state !a
.end
anything [here] is ignored
