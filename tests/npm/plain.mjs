// The page without a bundler: the package's files as they are.
import createOknos from "./node_modules/oknos/dist/index.js";
import { use } from "./page.mjs";

await use(createOknos);
