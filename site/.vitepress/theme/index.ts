import { inBrowser, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import "../../web/shared/board.css";
import "./play.css";
import "./style.css";

// The theme's home page has no landmark for its main content, which screen readers go by; its other pages have one.
function markMain(): void {
  const content = document.getElementById("VPContent");
  if (content?.querySelector("main")) content.removeAttribute("role");
  else content?.setAttribute("role", "main");
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (!inBrowser) return;
    const before = router.onAfterRouteChange;
    router.onAfterRouteChange = async (to) => {
      await before?.(to);
      requestAnimationFrame(markMain);
    };
    addEventListener("load", markMain);
  },
} satisfies Theme;
