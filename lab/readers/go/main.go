// Reads the public log of a site with Go's own checksum database code: note for its signatures, tlog for its tree.
// Usage: main BASE KEY [OLD_CHECKPOINT_FILE]. Prints `size N` and `other signatures N`; at the first check that fails it
// says so and exits with 1.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func fail(format string, values ...any) {
	fmt.Printf(format+"\n", values...)
	os.Exit(1)
}

func must[T any](value T, err error) T {
	if err != nil {
		fail("%v", err)
	}
	return value
}

func get(address string) []byte {
	answer := must(http.Get(address))
	defer answer.Body.Close()
	body := must(io.ReadAll(answer.Body))
	if answer.StatusCode != 200 {
		fail("%s: %d", address, answer.StatusCode)
	}
	return body
}

// tiles reads tiles where C2SP's tlog-tiles has them, which is Go's own path without the height.
type tiles struct{ base string }

func (t tiles) Height() int { return 8 }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, len(wanted))
	for at, tile := range wanted {
		read[at] = get(t.base + "/" + strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
	}
	return read, nil
}

func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// open gives the tree that a checkpoint signs, and how many other signatures stand under it.
func open(text []byte, verifier note.Verifier) (tlog.Tree, int) {
	opened := must(note.Open(text, note.VerifierList(verifier)))
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 3 {
		fail("a checkpoint of %d lines", len(lines))
	}
	var tree tlog.Tree
	tree.N = must(strconv.ParseInt(lines[1], 10, 64))
	copy(tree.Hash[:], must(base64.StdEncoding.DecodeString(lines[2])))
	return tree, len(opened.UnverifiedSigs)
}

// leaves reads the entries, each with its length in two bytes before it.
func leaves(base string, size int64) []tlog.Hash {
	var hashes []tlog.Hash
	for first := int64(0); first < size; first += 256 {
		tile := tlog.Tile{H: 8, L: 0, N: first / 256, W: int(min(256, size-first))}
		path := strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1)
		for rest := get(base + "/" + path); len(rest) > 0; {
			length := int(binary.BigEndian.Uint16(rest))
			hashes = append(hashes, tlog.RecordHash(rest[2:2+length]))
			rest = rest[2+length:]
		}
	}
	return hashes
}

func min(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

func main() {
	base := os.Args[1]
	verifier := must(note.NewVerifier(os.Args[2]))
	tree, others := open(get(base+"/checkpoint"), verifier)
	fmt.Printf("size %d\nother signatures %d\n", tree.N, others)
	reader := tlog.TileHashReader(tree, tiles{base})
	if root := must(tlog.TreeHash(tree.N, reader)); root != tree.Hash {
		fail("the tiles add up to another root")
	}
	entries := leaves(base, tree.N)
	if int64(len(entries)) != tree.N {
		fail("%d entries", len(entries))
	}
	for at, leaf := range entries {
		proof := must(tlog.ProveRecord(tree.N, int64(at), reader))
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, int64(at), leaf); err != nil {
			fail("entry %d: %v", at, err)
		}
	}
	for size := int64(1); size <= tree.N; size++ {
		older := must(tlog.TreeHash(size, reader))
		proof := must(tlog.ProveTree(tree.N, size, reader))
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, size, older); err != nil {
			fail("size %d: %v", size, err)
		}
	}
	if len(os.Args) > 3 {
		older, _ := open(must(os.ReadFile(os.Args[3])), verifier)
		if older.N > tree.N || must(tlog.TreeHash(older.N, reader)) != older.Hash {
			fail("an older checkpoint is of another tree")
		}
	}
}
