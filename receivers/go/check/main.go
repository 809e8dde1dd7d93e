// Runs the verifier against the test vectors, from receivers/go: go run ./check ../test-vectors.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	webhook "example.com/lading/receivers"
)

type vector struct {
	Name      string `json:"name"`
	Secret    string `json:"secret"`
	Header    string `json:"header"`
	Body      string `json:"body"`
	Now       int64  `json:"now"`
	Tolerance int64  `json:"tolerance_seconds"`
	Valid     bool   `json:"valid"`
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var file struct {
		Vectors []vector `json:"vectors"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	passed := 0
	for _, v := range file.Vectors {
		tolerance := time.Duration(v.Tolerance) * time.Second
		valid, err := webhook.Verify([]byte(v.Body), v.Header, v.Secret, tolerance, time.Unix(v.Now, 0))
		if err == nil && valid == v.Valid {
			passed++
		} else {
			fmt.Fprintf(os.Stderr, "%s: %v\n", v.Name, valid)
		}
	}
	fmt.Printf("%d of %d\n", passed, len(file.Vectors))
	if passed != len(file.Vectors) {
		os.Exit(1)
	}
}
