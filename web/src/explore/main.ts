import "../shared/board.css";
import "./explore.css";
import "./form.css";
import "./tree.css";
import "./entry.css";
import "./charts.css";
import "./narrow.css";
import { pristinePage } from "./export_page";
import { installPieces } from "../shared/board";
import { h } from "../shared/dom";
import { Api, message } from "./api";
import { App } from "./app";
import type { Backend } from "./backend";
import { chooseBackend } from "./choose_backend";
import { OfflineBackend, readKept, unpack } from "./offline";

async function begin(page: HTMLElement): Promise<void> {
  const kept = readKept();
  const backend: Backend = kept ? new OfflineBackend(kept.info, await unpack(kept.trace)) : chooseBackend();
  const api = new Api(backend);
  const info = await api.info();
  const app = new App(api, info, page);
  await app.start(kept?.verdicts ?? []);
}

const page = document.getElementById("explore");
if (page) {
  pristinePage(); // before anything is drawn
  installPieces();
  begin(page).catch((error: unknown) => page.prepend(h("p", { class: "warning", role: "alert" }, message(error))));
}
