// A program that profiles itself: what Go's own runtime writes is what our reader has to take.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"time"
)

var sink uint64

//go:noinline
func spin(until time.Time) {
	for time.Now().Before(until) {
		for i := uint64(0); i < 10000; i++ {
			sink = sink*6364136223846793005 + i
		}
	}
}

func write(path, what string) {
	file, err := os.Create(path)
	if err == nil {
		err = pprof.Lookup(what).WriteTo(file, 0)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	runtime.MemProfileRate = 1
	file, err := os.Create(os.Args[1] + "/cpu.pb.gz")
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	spin(time.Now().Add(700 * time.Millisecond))
	pprof.StopCPUProfile()
	file.Close()
	kept := make([][]byte, 1000)
	for i := range kept {
		kept[i] = make([]byte, 4096)
	}
	runtime.GC()
	write(os.Args[1]+"/heap.pb.gz", "heap")
	write(os.Args[1]+"/goroutine.pb.gz", "goroutine")
	runtime.KeepAlive(kept)
}
