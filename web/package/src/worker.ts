// The worker of a browser, as a file of its own.
import "../../src/explore/wasm_worker";
