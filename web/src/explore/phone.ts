// Whether the page has the width of a phone, or of a desktop at 200 %; as in narrow.css.
export const phone = matchMedia("(max-width: 40rem)");
