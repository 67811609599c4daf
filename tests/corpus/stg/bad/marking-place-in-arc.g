.inputs a
.graph
a+ p
.marking {<a+,p>}
.end
