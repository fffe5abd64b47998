// The draws of docs/fairness.md in Go, with its own packages alone. Usage: draws VECTORS. Prints how many results it
// computed; at the first that differs it says so and exits with 1.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"sort"
)

var count int

func same(list string, computed, written any) {
	if !reflect.DeepEqual(computed, written) {
		fmt.Printf("%s: %v instead of %v\n", list, computed, written)
		os.Exit(1)
	}
	count++
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	return value
}

func unhex(text string) []byte { return must(hex.DecodeString(text)) }

func mac(key, message []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(message)
	return hash.Sum(nil)
}

func top52(digest []byte) uint64 { return binary.BigEndian.Uint64(digest) >> 12 }

type stream struct {
	key     []byte
	context string
	block   uint32
	left    []byte
}

func (s *stream) below(n uint64) int {
	limit := uint64(1<<32) / n * n
	for {
		if len(s.left) == 0 {
			s.left = mac(s.key, binary.BigEndian.AppendUint32(append([]byte(s.context), 0), s.block))
			s.block++
		}
		word := uint64(binary.BigEndian.Uint32(s.left))
		s.left = s.left[4:]
		if word < limit {
			return int(word % n)
		}
	}
}

func (s *stream) sample(n, k int) []int {
	deck := make([]int, n)
	for at := range deck {
		deck[at] = at
	}
	for place := 0; place < k; place++ {
		pick := place + s.below(uint64(n-place))
		deck[place], deck[pick] = deck[pick], deck[place]
	}
	return deck[:k]
}

type sealed struct{ Seed, BetsRoot, Beacon string }

func (of sealed) key(algorithm, name string) []byte {
	mix := sha256.Sum256(append(append([]byte(algorithm+"\x00"+name+"\x00"), unhex(of.BetsRoot)...), unhex(of.Beacon)...))
	return mac(unhex(of.Seed), mix[:])
}

type seeded struct {
	ServerSeed, ClientSeed string
	Nonce                  int
}

func (of seeded) instant(algorithm string) uint64 {
	return top52(mac(unhex(of.ServerSeed), []byte(fmt.Sprintf("%s|%s|%d", algorithm, of.ClientSeed, of.Nonce))))
}

// The product has more than 64 bits.
func height(basisPoints int64, top uint64) int {
	product := new(big.Int).Lsh(big.NewInt(basisPoints), 52)
	return int(product.Div(product, new(big.Int).SetUint64(100*(1<<52-top))).Int64())
}

func clamp(value, low, high int) int {
	if value < low {
		return low
	}
	if value > high {
		return high
	}
	return value
}

func root(leaves []string) string {
	if len(leaves) == 0 {
		return hex.EncodeToString(make([]byte, 32))
	}
	level := make([][]byte, len(leaves))
	for at, leaf := range leaves {
		hash := sha256.Sum256(append([]byte{0}, leaf...))
		level[at] = hash[:]
	}
	for len(level) > 1 {
		var above [][]byte
		for at := 0; at < len(level); at += 2 {
			if at+1 == len(level) {
				above = append(above, level[at])
				continue
			}
			hash := sha256.Sum256(append(append([]byte{1}, level[at]...), level[at+1]...))
			above = append(above, hash[:])
		}
		level = above
	}
	return hex.EncodeToString(level[0])
}

func main() {
	var vectors struct {
		Crash []struct {
			sealed
			Round           int
			RtpBp           int64
			CrashHundredths int
		}
		Draw30 []struct {
			sealed
			Round         int
			Max           uint64
			WinningNumber int
		}
		Lotto []struct {
			sealed
			Date           string
			WinningNumbers []int
		}
		Mines []struct {
			seeded
			Tiles, Count int
			Mines        []int
		}
		Wheel []struct {
			seeded
			Segments uint64
			Segment  int
		}
		Instant map[string][]struct {
			seeded
			Drawn struct{ Height, Roll int }
		}
		Merkle []struct {
			Leaves []string
			Root   string
		}
	}
	if err := json.Unmarshal(must(os.ReadFile(os.Args[1])), &vectors); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for _, of := range vectors.Crash {
		top := top52(of.key("crash/v2", fmt.Sprint(of.Round)))
		same("crash", clamp(height(of.RtpBp, top), 100, 1_000_000), of.CrashHundredths)
	}
	for _, of := range vectors.Draw30 {
		round := fmt.Sprint(of.Round)
		draw := stream{key: of.key("draw30/v2", round), context: "draw30/v2|" + round}
		same("draw30", draw.below(of.Max)+1, of.WinningNumber)
	}
	for _, of := range vectors.Lotto {
		numbers := (&stream{key: of.key("lotto/v2", of.Date), context: "lotto/v2|" + of.Date}).sample(49, 6)
		for at := range numbers {
			numbers[at]++
		}
		sort.Ints(numbers)
		same("lotto", numbers, of.WinningNumbers)
	}
	for _, of := range vectors.Mines {
		context := fmt.Sprintf("mines/v1|%s|%d|%d", of.ClientSeed, of.Nonce, of.Count)
		same("mines", (&stream{key: unhex(of.ServerSeed), context: context}).sample(of.Tiles, of.Count), of.Mines)
	}
	for _, of := range vectors.Wheel {
		context := fmt.Sprintf("wheel/v1|%s|%d", of.ClientSeed, of.Nonce)
		same("wheel", (&stream{key: unhex(of.ServerSeed), context: context}).below(of.Segments), of.Segment)
	}
	for _, of := range vectors.Instant["striker/v1"] {
		same("striker", clamp(height(9800, of.instant("striker/v1")), 0, 100_000), of.Drawn.Height)
	}
	for _, of := range vectors.Instant["ringtoss/v1"] {
		roll := new(big.Int).SetUint64(of.instant("ringtoss/v1"))
		roll.Rsh(roll.Mul(roll, big.NewInt(10_000)), 52)
		same("ringtoss", int(roll.Int64()), of.Drawn.Roll)
	}
	for _, of := range vectors.Merkle {
		same("merkle", root(of.Leaves), of.Root)
	}
	fmt.Printf("%d results\n", count)
}
