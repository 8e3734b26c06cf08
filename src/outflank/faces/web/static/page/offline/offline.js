/** The page that is shown without network for an address that needs the server: it tries again. */
import { need } from "../shared/dom.js";

const again = () => location.reload();
need("again").addEventListener("click", again);
// A visitor who came here by /offline itself has asked for this page.
if (location.pathname !== "/offline") addEventListener("online", again);
