.input a-b
.output c--d
.graph
a-b+ c--d+/2
c--d+/2 a-b-
a-b- c--d-
c--d- a-b+
.marking {<c--d-,a-b+>}
.initial.state !a-b !c--d
.coords
a-b+ 1 2
p 3 4
.end

.coordinates
a-b+ 1 2
.coordinates_end
