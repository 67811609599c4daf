
.name nums
.inputs a
.outputs b
.mode SELFTIMED
.graph

a+/0 b+/1 
b+/1 a-/2 
a-/2 b-/01 
b-/1 a+/0 

.marking {<b-/1 ,a+/0 > }
.end
