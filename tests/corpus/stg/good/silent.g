.silent s s2
.graph
s/3 p s2
.marking { }
.end
