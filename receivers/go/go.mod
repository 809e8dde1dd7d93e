module example.com/lading/receivers

go 1.21
