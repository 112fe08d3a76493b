import createOknos from "oknos";
import { use } from "../page.mjs";

await use(createOknos);
