<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>mw::transforms</name>
    <message>
        <source>Fusion</source>
        <translation>Verschmelzen</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>Schleifen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Control flow</source>
        <translation>Kontrollfluss</translation>
    </message>
    <message>
        <source>Simplification</source>
        <translation>Vereinfachen</translation>
    </message>
    <message>
        <source>Fuse condition blocks side by side</source>
        <translation>Bedingte Blöcke nebeneinander verschmelzen</translation>
    </message>
    <message>
        <source>Fuse %1</source>
        <translation>%1 verschmelzen</translation>
    </message>
    <message>
        <source>Joins two nested SDFGs that branch on the same condition.</source>
        <translation>Vereint zwei verschachtelte SDFGs, die nach derselben Bedingung verzweigen.</translation>
    </message>
    <message>
        <source>Compute again where it is read</source>
        <translation>Neu berechnen, wo gelesen wird</translation>
    </message>
    <message>
        <source>Compute %1</source>
        <translation>%1 berechnen</translation>
    </message>
    <message>
        <source>Joins two maps by computing the first one&apos;s result wherever the second one reads it.</source>
        <translation>Vereint zwei Maps, indem das Ergebnis der ersten überall berechnet wird, wo die zweite es liest.</translation>
    </message>
    <message>
        <source>most computations</source>
        <translation>höchstens Berechnungen</translation>
    </message>
    <message>
        <source>In how many places of the second map the first one&apos;s body may stand.</source>
        <translation>An wie vielen Stellen der zweiten Map der Rumpf der ersten stehen darf.</translation>
    </message>
    <message>
        <source>Fuse maps side by side</source>
        <translation>Maps nebeneinander verschmelzen</translation>
    </message>
    <message>
        <source>Joins two maps over the same ranges that do not depend on each other; what both read is read once.</source>
        <translation>Vereint zwei Maps über dieselben Bereiche, die nicht voneinander abhängen; was beide lesen, wird einmal gelesen.</translation>
    </message>
    <message>
        <source>only inner maps</source>
        <translation>nur innere Maps</translation>
    </message>
    <message>
        <source>Fuse only maps inside other maps.</source>
        <translation>Nur Maps in anderen Maps verschmelzen.</translation>
    </message>
    <message>
        <source>only toplevel maps</source>
        <translation>nur äußerste Maps</translation>
    </message>
    <message>
        <source>Fuse only maps at the top level of a state.</source>
        <translation>Nur Maps auf der obersten Ebene eines Zustands verschmelzen.</translation>
    </message>
    <message>
        <source>only if common ancestor</source>
        <translation>nur mit gemeinsamem Vorgänger</translation>
    </message>
    <message>
        <source>Fuse only maps that read from the same access node.</source>
        <translation>Nur Maps verschmelzen, die vom selben Access-Knoten lesen.</translation>
    </message>
    <message>
        <source>consolidate edges only if not extending</source>
        <translation>Kanten nur vereinen, wenn sie nicht wachsen</translation>
    </message>
    <message>
        <source>Let inputs of the same container share a connector only when one region covers the other.</source>
        <translation>Eingaben desselben Containers nur dann einen Konnektor teilen lassen, wenn ein Bereich den anderen überdeckt.</translation>
    </message>
    <message>
        <source>never consolidate edges</source>
        <translation>Kanten nie vereinen</translation>
    </message>
    <message>
        <source>Give every input a connector of its own.</source>
        <translation>Jeder Eingabe einen eigenen Konnektor geben.</translation>
    </message>
    <message>
        <source>Fuse maps along the dataflow</source>
        <translation>Maps entlang des Datenflusses verschmelzen</translation>
    </message>
    <message>
        <source>Joins a map with the map that reads its result; the array between them becomes a temporary of one iteration.</source>
        <translation>Vereint eine Map mit der, die ihr Ergebnis liest; das Feld dazwischen wird zum Zwischenwert einer Iteration.</translation>
    </message>
    <message>
        <source>strict dataflow</source>
        <translation>strenger Datenfluss</translation>
    </message>
    <message>
        <source>Keep dimensions of size one in the temporary, and refuse when a kept container appears again later in the state.</source>
        <translation>Dimensionen der Größe eins im temporären Feld behalten, und ablehnen, wenn ein behaltener Container später im Zustand noch einmal vorkommt.</translation>
    </message>
    <message>
        <source>assume always shared</source>
        <translation>immer als gemeinsam annehmen</translation>
    </message>
    <message>
        <source>Keep every intermediate container as an output.</source>
        <translation>Jeden Container dazwischen als Ausgabe behalten.</translation>
    </message>
    <message>
        <source>require exclusive intermediates</source>
        <translation>temporäre Felder nur für sich</translation>
    </message>
    <message>
        <source>Refuse when an intermediate container is needed elsewhere.</source>
        <translation>Ablehnen, wenn ein Container dazwischen anderswo gebraucht wird.</translation>
    </message>
    <message>
        <source>require all intermediates</source>
        <translation>alle temporären Felder</translation>
    </message>
    <message>
        <source>Refuse when the first map has outputs that the second does not read.</source>
        <translation>Ablehnen, wenn die erste Map Ausgaben hat, die die zweite nicht liest.</translation>
    </message>
    <message>
        <source>Promote a map and fuse it</source>
        <translation>Eine Map erweitern und verschmelzen</translation>
    </message>
    <message>
        <source>Promote %1</source>
        <translation>%1 erweitern</translation>
    </message>
    <message>
        <source>Computes at every level what a map computed once for all, so that it can be fused with the map that reads it.</source>
        <translation>Berechnet auf jeder Ebene, was eine Map einmal für alle berechnet hat, damit sie mit der lesenden Map verschmolzen werden kann.</translation>
    </message>
    <message>
        <source>Promote only maps inside other maps.</source>
        <translation>Nur Maps in anderen Maps erweitern.</translation>
    </message>
    <message>
        <source>Promote only maps at the top level of a state.</source>
        <translation>Nur Maps auf der obersten Ebene eines Zustands erweitern.</translation>
    </message>
    <message>
        <source>promote vertical</source>
        <translation>vertikal erweitern</translation>
    </message>
    <message>
        <source>Add vertical parameters.</source>
        <translation>Vertikale Parameter hinzufügen.</translation>
    </message>
    <message>
        <source>promote local</source>
        <translation>über Nachbarn erweitern</translation>
    </message>
    <message>
        <source>Add parameters over neighbours.</source>
        <translation>Parameter über Nachbarn hinzufügen.</translation>
    </message>
    <message>
        <source>promote horizontal</source>
        <translation>horizontal erweitern</translation>
    </message>
    <message>
        <source>Add horizontal parameters.</source>
        <translation>Horizontale Parameter hinzufügen.</translation>
    </message>
    <message>
        <source>promote everything</source>
        <translation>alles erweitern</translation>
    </message>
    <message>
        <source>Add parameters of any kind, whatever they are called.</source>
        <translation>Parameter jeder Art hinzufügen, wie sie auch heißen.</translation>
    </message>
    <message>
        <source>fuse after promotion</source>
        <translation>danach verschmelzen</translation>
    </message>
    <message>
        <source>Fuse the maps, and refuse where that is not possible. Otherwise the temporary grows by the new dimensions.</source>
        <translation>Die Maps verschmelzen, und ablehnen, wo das nicht geht. Sonst wächst das temporäre Feld um die neuen Dimensionen.</translation>
    </message>
    <message>
        <source>Fuse a map with a reduction</source>
        <translation>Eine Map mit einer Reduktion verschmelzen</translation>
    </message>
    <message>
        <source>Joins a map with the Reduce node that combines its results; the array between them is gone.</source>
        <translation>Vereint eine Map mit dem Reduce-Knoten, der ihre Ergebnisse zusammenfasst; das Feld dazwischen entfällt.</translation>
    </message>
    <message>
        <source>Split and fuse maps side by side</source>
        <translation>Maps nebeneinander teilen und verschmelzen</translation>
    </message>
    <message>
        <source>Split %1</source>
        <translation>%1 teilen</translation>
    </message>
    <message>
        <source>Splits two maps whose ranges overlap, and fuses their parts over the range that they have in common.</source>
        <translation>Teilt zwei Maps, deren Bereiche sich überschneiden, und verschmilzt ihre Teile über dem gemeinsamen Bereich.</translation>
    </message>
    <message>
        <source>only if common data</source>
        <translation>nur mit gemeinsamen Daten</translation>
    </message>
    <message>
        <source>Only maps that read the same container.</source>
        <translation>Nur Maps, die denselben Container lesen.</translation>
    </message>
    <message>
        <source>Split and fuse maps in a row</source>
        <translation>Maps hintereinander teilen und verschmelzen</translation>
    </message>
    <message>
        <source>Splits a map and the map that reads its results on another range, and fuses their parts over the range that they have in common.</source>
        <translation>Teilt eine Map und die, die ihre Ergebnisse auf einem anderen Bereich liest, und verschmilzt ihre Teile über dem gemeinsamen Bereich.</translation>
    </message>
    <message>
        <source>Refuse where a temporary of the common part has to stay.</source>
        <translation>Ablehnen, wo ein temporäres Feld des gemeinsamen Teils bleiben muss.</translation>
    </message>
    <message>
        <source>Fuse a map into a scan&apos;s loop</source>
        <translation>Eine Map in die Schleife eines Scans verschmelzen</translation>
    </message>
    <message>
        <source>Moves a map that prepares the input of a scan, or uses its output, into the scan&apos;s loop.</source>
        <translation>Verlegt eine Map, die die Eingabe eines Scans vorbereitet oder seine Ausgabe verwendet, in die Schleife des Scans.</translation>
    </message>
    <message>
        <source>Fuse two sweeps over columns</source>
        <translation>Zwei Durchläufe über Säulen verschmelzen</translation>
    </message>
    <message>
        <source>Joins a scan with the scan that it feeds; what passes between them stays in the column.</source>
        <translation>Vereint einen Scan mit dem, den er speist; was zwischen ihnen übergeht, bleibt in der Säule.</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>längste Reihe</translation>
    </message>
    <message>
        <source>The most elements that may pass between the sweeps in one column.</source>
        <translation>Wie viele Elemente in einer Säule höchstens zwischen den Durchläufen übergehen dürfen.</translation>
    </message>
    <message>
        <source>Fuse a map with an expanded reduction</source>
        <translation>Eine Map mit einer ausgeschriebenen Reduktion verschmelzen</translation>
    </message>
    <message>
        <source>Joins a map with maps inside each other that accumulate its results; the array between them is gone.</source>
        <translation>Vereint eine Map mit ineinander liegenden Maps, die ihre Ergebnisse aufsummieren; das Feld dazwischen entfällt.</translation>
    </message>
    <message>
        <source>Choose block and registers of a kernel</source>
        <translation>Block und Register eines Kernels wählen</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 wählen</translation>
    </message>
    <message>
        <source>Sets block size, launch bounds and registers of one map&apos;s kernel.</source>
        <translation>Setzt Blockgröße, Startgrenzen und Register des Kernels einer Map.</translation>
    </message>
    <message>
        <source>block x</source>
        <translation>Block x</translation>
    </message>
    <message>
        <source>Threads along the last parameter; 0: the block stays as it is.</source>
        <translation>Threads entlang des letzten Parameters; 0: der Block bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>block y</source>
        <translation>Block y</translation>
    </message>
    <message>
        <source>Threads along the one before.</source>
        <translation>Threads entlang des Parameters davor.</translation>
    </message>
    <message>
        <source>block z</source>
        <translation>Block z</translation>
    </message>
    <message>
        <source>Threads along the one before that.</source>
        <translation>Threads entlang des Parameters vor diesem.</translation>
    </message>
    <message>
        <source>launch bounds</source>
        <translation>Startgrenzen</translation>
    </message>
    <message>
        <source>Most threads of a block that the compiler counts on; 0: those of the block, -1: none.</source>
        <translation>Mit wie vielen Threads eines Blocks der Compiler höchstens rechnet; 0: mit denen des Blocks, -1: mit keiner Grenze.</translation>
    </message>
    <message>
        <source>max registers</source>
        <translation>höchstens Register</translation>
    </message>
    <message>
        <source>Most registers of a thread; 0: as many as the compiler likes.</source>
        <translation>Höchstens Register eines Threads; 0: so viele der Compiler will.</translation>
    </message>
    <message>
        <source>min warps</source>
        <translation>mindestens Warps</translation>
    </message>
    <message>
        <source>Second argument of the launch bounds, which limits registers so that so much fits: blocks of a multiprocessor with CUDA, warps of an execution unit with HIP; 0: none.</source>
        <translation>Zweites Argument der Startgrenzen, das Register so begrenzt, dass so viel passt: Blöcke eines Multiprozessors mit CUDA, Warps einer Ausführungseinheit mit HIP; 0: keines.</translation>
    </message>
    <message>
        <source>only dimensions</source>
        <translation>nur mit Dimensionen</translation>
    </message>
    <message>
        <source>Only maps with so many parameters; 0: any.</source>
        <translation>Nur Maps mit so vielen Parametern; 0: alle.</translation>
    </message>
    <message>
        <source>Block a dimension</source>
        <translation>Eine Dimension blocken</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>%1 blocken</translation>
    </message>
    <message>
        <source>Runs over one dimension of a map in blocks, each by one thread, and does once per block what is the same in all of its iterations.</source>
        <translation>Läuft über eine Dimension einer Map in Blöcken, jeder von einem Thread, und tut einmal je Block, was in allen seinen Iterationen gleich ist.</translation>
    </message>
    <message>
        <source>block size</source>
        <translation>Blockgröße</translation>
    </message>
    <message>
        <source>Iterations of one block.</source>
        <translation>Iterationen eines Blocks.</translation>
    </message>
    <message>
        <source>blocking dimensions</source>
        <translation>Dimensionen zum Blocken</translation>
    </message>
    <message>
        <source>Dimensions or parameters, separated by commas: the first that the map has is cut into blocks. Empty: the vertical dimension.</source>
        <translation>Dimensionen oder Parameter, durch Kommas getrennt: der erste, den die Map hat, wird in Blöcke geschnitten. Leer: die vertikale Dimension.</translation>
    </message>
    <message>
        <source>require independent nodes</source>
        <translation>unabhängige Knoten verlangen</translation>
    </message>
    <message>
        <source>Leave a map alone in which too little is the same in a whole block.</source>
        <translation>Eine Map in Ruhe lassen, in der zu wenig in einem ganzen Block gleich ist.</translation>
    </message>
    <message>
        <source>independent node threshold</source>
        <translation>Schwelle unabhängiger Knoten</translation>
    </message>
    <message>
        <source>More nodes than this must be the same in a whole block.</source>
        <translation>Mehr Knoten als so viele müssen in einem ganzen Block gleich sein.</translation>
    </message>
    <message>
        <source>promote independent memlets</source>
        <translation>unabhängige Memlets vorziehen</translation>
    </message>
    <message>
        <source>Read rows of neighbour tables and inputs of inner maps that are the same in a whole block once, into a buffer.</source>
        <translation>Zeilen von Nachbartabellen und Eingaben innerer Maps, die in einem ganzen Block gleich sind, einmal in einen Puffer lesen.</translation>
    </message>
    <message>
        <source>unroll</source>
        <translation>ausrollen</translation>
    </message>
    <message>
        <source>Ask the compiler to unroll the loop over a block of up to 64 iterations.</source>
        <translation>Den Compiler bitten, die Schleife über einen Block von bis zu 64 Iterationen auszurollen.</translation>
    </message>
    <message>
        <source>only maps</source>
        <translation>nur diese Maps</translation>
    </message>
    <message>
        <source>Labels of the maps to block, separated by commas. Empty: all.</source>
        <translation>Bezeichner der Maps, die geblockt werden, durch Kommas getrennt. Leer: alle.</translation>
    </message>
    <message>
        <source>skip maps</source>
        <translation>ohne diese Maps</translation>
    </message>
    <message>
        <source>Labels of maps that stay as they are.</source>
        <translation>Bezeichner der Maps, die bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>force maps</source>
        <translation>diese Maps in jedem Fall</translation>
    </message>
    <message>
        <source>Labels of maps to block however little is independent.</source>
        <translation>Bezeichner der Maps, die geblockt werden, wie wenig auch unabhängig ist.</translation>
    </message>
    <message>
        <source>Collapse nested maps</source>
        <translation>Verschachtelte Maps zusammenfassen</translation>
    </message>
    <message>
        <source>Collapse %1</source>
        <translation>%1 zusammenfassen</translation>
    </message>
    <message>
        <source>Makes one map of two of which one holds nothing but the other.</source>
        <translation>Macht eine Map aus zweien, von denen eine nichts als die andere enthält.</translation>
    </message>
    <message>
        <source>any schedule</source>
        <translation>jede Ausführung</translation>
    </message>
    <message>
        <source>Collapse maps of different schedules too: the outer one&apos;s stays.</source>
        <translation>Auch Maps mit verschiedener Ausführung zusammenfassen: die der äußeren bleibt.</translation>
    </message>
    <message>
        <source>Order dimensions by name</source>
        <translation>Dimensionen nach Namen ordnen</translation>
    </message>
    <message>
        <source>Order %1</source>
        <translation>%1 ordnen</translation>
    </message>
    <message>
        <source>Puts the parameters of a map into the order that is asked for.</source>
        <translation>Bringt die Parameter einer Map in die gewünschte Reihenfolge.</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>All parameters of the map in their new order, separated by commas. Empty: in alphabetical order.</source>
        <translation>Alle Parameter der Map in ihrer neuen Reihenfolge, durch Kommas getrennt. Leer: alphabetisch.</translation>
    </message>
    <message>
        <source>Expand a map</source>
        <translation>Eine Map auseinanderziehen</translation>
    </message>
    <message>
        <source>Expand %1</source>
        <translation>%1 auseinanderziehen</translation>
    </message>
    <message>
        <source>Makes maps inside each other of a map of several parameters.</source>
        <translation>Macht aus einer Map mit mehreren Parametern ineinander liegende Maps.</translation>
    </message>
    <message>
        <source>expansion limit</source>
        <translation>höchstens äußere Maps</translation>
    </message>
    <message>
        <source>So many outer maps of one parameter each; what is left stays one map. 0: a map for every parameter.</source>
        <translation>So viele äußere Maps mit je einem Parameter; was übrig ist, bleibt eine Map. 0: eine Map für jeden Parameter.</translation>
    </message>
    <message>
        <source>Put the unit-stride dimension last</source>
        <translation>Die Dimension mit Schrittweite eins nach hinten stellen</translation>
    </message>
    <message>
        <source>Put %1</source>
        <translation>%1 umstellen</translation>
    </message>
    <message>
        <source>Changes the order of a map&apos;s parameters, so that neighbouring threads and iterations touch neighbouring elements.</source>
        <translation>Ändert die Reihenfolge der Parameter einer Map, sodass benachbarte Threads und Iterationen benachbarte Elemente berühren.</translation>
    </message>
    <message>
        <source>unit stride kind</source>
        <translation>Art der Dimension mit Schrittweite eins</translation>
    </message>
    <message>
        <source>Parameters of this kind of dimension come last.</source>
        <translation>Parameter dieser Art von Dimension kommen nach hinten.</translation>
    </message>
    <message>
        <source>unit stride dimensions</source>
        <translation>Dimensionen mit Schrittweite eins</translation>
    </message>
    <message>
        <source>Instead of a kind: dimensions or parameters that come last, separated by commas; the first of them is the very last.</source>
        <translation>Statt einer Art: Dimensionen oder Parameter, die nach hinten kommen, durch Kommas getrennt; der erste von ihnen ist der allerletzte.</translation>
    </message>
    <message>
        <source>Split off what nobody reads</source>
        <translation>Abtrennen, was niemand liest</translation>
    </message>
    <message>
        <source>Runs a map over those iterations alone whose results are read, and makes its temporary as small.</source>
        <translation>Lässt eine Map nur über die Iterationen laufen, deren Ergebnisse gelesen werden, und macht ihr temporäres Feld ebenso klein.</translation>
    </message>
    <message>
        <source>Tile a map</source>
        <translation>Eine Map kacheln</translation>
    </message>
    <message>
        <source>Tile %1</source>
        <translation>%1 kacheln</translation>
    </message>
    <message>
        <source>Runs over a map tile by tile, in all dimensions: an outer map counts tiles, an inner one runs over what is in them.</source>
        <translation>Läuft Kachel für Kachel über eine Map, in allen Dimensionen: eine äußere Map zählt Kacheln, eine innere läuft über das, was in ihnen ist.</translation>
    </message>
    <message>
        <source>tile sizes</source>
        <translation>Kachelgrößen</translation>
    </message>
    <message>
        <source>Iterations of a tile along each parameter, separated by commas; the last holds for all that follow. 1: not cut.</source>
        <translation>Iterationen einer Kachel entlang jedes Parameters, durch Kommas getrennt; die letzte Zahl gilt für alle folgenden. 1: nicht geschnitten.</translation>
    </message>
    <message>
        <source>Unroll the loop of a scan</source>
        <translation>Die Schleife eines Scans ausrollen</translation>
    </message>
    <message>
        <source>Unroll %1</source>
        <translation>%1 ausrollen</translation>
    </message>
    <message>
        <source>Asks the compiler to unroll the loop over the levels of a scan.</source>
        <translation>Bittet den Compiler, die Schleife über die Ebenen eines Scans auszurollen.</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Levels per turn of the loop; 0: the compiler decides.</source>
        <translation>Ebenen je Durchgang der Schleife; 0: der Compiler entscheidet.</translation>
    </message>
    <message>
        <source>every loop</source>
        <translation>jede Schleife</translation>
    </message>
    <message>
        <source>Unroll loops of any name, not of scans alone.</source>
        <translation>Schleifen jedes Namens ausrollen, nicht nur die von Scans.</translation>
    </message>
    <message>
        <source>Cut a dimension into strips</source>
        <translation>Eine Dimension in Streifen schneiden</translation>
    </message>
    <message>
        <source>Cut %1</source>
        <translation>%1 schneiden</translation>
    </message>
    <message>
        <source>Runs over one dimension of a map strip by strip: an outer map counts strips, an inner one runs over what is in them.</source>
        <translation>Läuft Streifen für Streifen über eine Dimension einer Map: eine äußere Map zählt Streifen, eine innere läuft über das, was in ihnen ist.</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <source>The dimension or parameter to cut. Empty: the last.</source>
        <translation>Die Dimension oder der Parameter, der geschnitten wird. Leer: der letzte.</translation>
    </message>
    <message>
        <source>tile size</source>
        <translation>Kachelgröße</translation>
    </message>
    <message>
        <source>Iterations of a strip.</source>
        <translation>Iterationen eines Streifens.</translation>
    </message>
    <message>
        <source>Move the program to the GPU</source>
        <translation>Das Programm auf die GPU bringen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verlegen</translation>
    </message>
    <message>
        <source>Gives arrays and maps the storage and schedules of a GPU; what touches them becomes a kernel.</source>
        <translation>Gibt Feldern und Maps Speicher und Ausführung einer GPU; was sie berührt, wird ein Kernel.</translation>
    </message>
    <message>
        <source>copy kernels</source>
        <translation>Kernel für Kopien</translation>
    </message>
    <message>
        <source>Make kernels of copies that are no copy of rows.</source>
        <translation>Aus Kopien, die keine Zeilen kopieren, Kernel machen.</translation>
    </message>
    <message>
        <source>memory pool</source>
        <translation>Speichervorrat</translation>
    </message>
    <message>
        <source>Take temporaries from the GPU&apos;s memory pool.</source>
        <translation>Temporäre Felder aus dem Speichervorrat der GPU nehmen.</translation>
    </message>
    <message>
        <source>Change the precision</source>
        <translation>Die Genauigkeit ändern</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Keeps a temporary, or an argument behind copies, in float32 in place of float64, or back. Changes results.</source>
        <translation>Hält ein temporäres Feld, oder ein Argument hinter Kopien, in float32 statt float64, oder zurück. Ändert Ergebnisse.</translation>
    </message>
    <message>
        <source>to</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>The type of the elements from then on.</source>
        <translation>Der Typ der Elemente von da an.</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <source>Further temporaries and arguments, between commas.</source>
        <translation>Weitere temporäre Felder und Argumente, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>all temporaries</source>
        <translation>alle temporären Felder</translation>
    </message>
    <message>
        <source>Every other temporary that kernels hand on, too, where it can be.</source>
        <translation>Auch jedes andere temporäre Feld, das Kernel weitergeben, wo es geht.</translation>
    </message>
    <message>
        <source>border</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>Arguments as well: a temporary stands for each, behind copies at the beginning and the end of the program.</source>
        <translation>Auch Argumente: für jedes steht ein temporäres Feld, hinter Kopien am Anfang und am Ende des Programms.</translation>
    </message>
    <message>
        <source>Select instead of putting together</source>
        <translation>Auswählen statt zusammensetzen</translation>
    </message>
    <message>
        <source>Select %1</source>
        <translation>%1 auswählen</translation>
    </message>
    <message>
        <source>Selects an element out of pieces where it is read, in place of a temporary that is put together of them.</source>
        <translation>Wählt ein Element dort, wo es gelesen wird, aus Teilen aus, statt ein temporäres Feld aus ihnen zusammenzusetzen.</translation>
    </message>
    <message>
        <source>Remove copies of temporaries</source>
        <translation>Kopien von temporären Feldern entfernen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Removes a temporary that is copied to another container or from one.</source>
        <translation>Entfernt ein temporäres Feld, das in einen anderen Container oder aus einem kopiert wird.</translation>
    </message>
    <message>
        <source>Turn a copy into a map</source>
        <translation>Eine Kopie in eine Map verwandeln</translation>
    </message>
    <message>
        <source>Turn %1</source>
        <translation>%1 verwandeln</translation>
    </message>
    <message>
        <source>Turns a copy between two containers into a map with a tasklet that hands its input on.</source>
        <translation>Verwandelt eine Kopie zwischen zwei Containern in eine Map mit einem Tasklet, das seine Eingabe weitergibt.</translation>
    </message>
    <message>
        <source>Read shared elements once</source>
        <translation>Gemeinsame Elemente einmal lesen</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>Reads elements that several tasklets of an iteration need once, into a buffer.</source>
        <translation>Liest Elemente, die mehrere Tasklets einer Iteration brauchen, einmal in einen Puffer.</translation>
    </message>
    <message>
        <source>container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Whose elements. Empty: of all containers.</source>
        <translation>Wessen Elemente. Leer: die aller Container.</translation>
    </message>
    <message>
        <source>in place only</source>
        <translation>nur an Ort und Stelle</translation>
    </message>
    <message>
        <source>Only single elements of containers that the state writes too: what is computed from them can then be written in their place, without a copy</source>
        <translation>Nur einzelne Elemente von Containern, die der Zustand auch schreibt: was aus ihnen berechnet wird, kann dann ohne Kopie an ihre Stelle geschrieben werden</translation>
    </message>
    <message>
        <source>Copy a result where it is computed</source>
        <translation>Ein Ergebnis kopieren, wo es berechnet wird</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>%1 kopieren</translation>
    </message>
    <message>
        <source>Moves the copy of a temporary to a field into the states that define the temporary.</source>
        <translation>Verlegt die Kopie eines temporären Felds in ein Feld in die Zustände, die das temporäre Feld bestimmen.</translation>
    </message>
    <message>
        <source>Write results to all their places</source>
        <translation>Ergebnisse an alle ihre Orte schreiben</translation>
    </message>
    <message>
        <source>Write %1</source>
        <translation>%1 schreiben</translation>
    </message>
    <message>
        <source>Lets a map write its result also to where it is copied.</source>
        <translation>Lässt eine Map ihr Ergebnis auch dorthin schreiben, wohin es kopiert wird.</translation>
    </message>
    <message>
        <source>Buffer an input of an inner map</source>
        <translation>Eine Eingabe einer inneren Map puffern</translation>
    </message>
    <message>
        <source>Buffer %1</source>
        <translation>%1 puffern</translation>
    </message>
    <message>
        <source>Copies what an inner map reads of a container into a buffer before it.</source>
        <translation>Kopiert, was eine innere Map von einem Container liest, vorher in einen Puffer.</translation>
    </message>
    <message>
        <source>What to buffer. Empty: the first that can be.</source>
        <translation>Was gepuffert wird. Leer: das Erste, das es kann.</translation>
    </message>
    <message>
        <source>most elements</source>
        <translation>höchstens Elemente</translation>
    </message>
    <message>
        <source>No buffer has more elements.</source>
        <translation>Kein Puffer hat mehr Elemente.</translation>
    </message>
    <message>
        <source>Read before writing, once</source>
        <translation>Einmal lesen, bevor geschrieben wird</translation>
    </message>
    <message>
        <source>Reads an element of a container that a map also writes once, at the beginning of each iteration.</source>
        <translation>Liest ein Element eines Containers, den eine Map auch schreibt, einmal am Anfang jeder Iteration.</translation>
    </message>
    <message>
        <source>Turn a map that copies into a copy</source>
        <translation>Eine kopierende Map in eine Kopie verwandeln</translation>
    </message>
    <message>
        <source>Turns a map whose only tasklet hands its input on into a copy.</source>
        <translation>Verwandelt eine Map, deren einziges Tasklet seine Eingabe weitergibt, in eine Kopie.</translation>
    </message>
    <message>
        <source>Compute a scalar inside the map</source>
        <translation>Einen Skalar in der Map berechnen</translation>
    </message>
    <message>
        <source>Moves a tasklet without inputs into the map that reads its result.</source>
        <translation>Verlegt ein Tasklet ohne Eingaben in die Map, die sein Ergebnis liest.</translation>
    </message>
    <message>
        <source>Buffer an output of an inner map</source>
        <translation>Eine Ausgabe einer inneren Map puffern</translation>
    </message>
    <message>
        <source>Lets an inner map write to a buffer, which is copied to the container behind it.</source>
        <translation>Lässt eine innere Map in einen Puffer schreiben, der danach in den Container kopiert wird.</translation>
    </message>
    <message>
        <source>Write straight to where it is copied</source>
        <translation>Gleich dorthin schreiben, wohin kopiert wird</translation>
    </message>
    <message>
        <source>Removes a temporary that is copied elsewhere: what wrote it writes there.</source>
        <translation>Entfernt ein temporäres Feld, das anderswohin kopiert wird: was es schrieb, schreibt dorthin.</translation>
    </message>
    <message>
        <source>Read straight from where it was copied</source>
        <translation>Gleich dort lesen, woher kopiert wurde</translation>
    </message>
    <message>
        <source>Removes a temporary that is a copy: what read it reads the original.</source>
        <translation>Entfernt ein temporäres Feld, das eine Kopie ist: was es las, liest das Original.</translation>
    </message>
    <message>
        <source>Remove a copy of data to itself</source>
        <translation>Eine Kopie von Daten auf sich selbst entfernen</translation>
    </message>
    <message>
        <source>Removes copies of elements of a container to the very same place, directly or by way of a temporary.</source>
        <translation>Entfernt Kopien von Elementen eines Containers an denselben Ort, direkt oder über ein temporäres Feld.</translation>
    </message>
    <message>
        <source>Split a temporary</source>
        <translation>Ein temporäres Feld teilen</translation>
    </message>
    <message>
        <source>Gives parts of a temporary that are written and read apart from each other a temporary each.</source>
        <translation>Gibt Teilen eines temporären Felds, die getrennt voneinander geschrieben und gelesen werden, je ein eigenes.</translation>
    </message>
    <message>
        <source>Split a copy by what was written</source>
        <translation>Eine Kopie danach teilen, was geschrieben wurde</translation>
    </message>
    <message>
        <source>Cuts the copies from a temporary along the borders of the regions that were written into it.</source>
        <translation>Schneidet die Kopien aus einem temporären Feld an den Grenzen der Bereiche, die in es geschrieben wurden.</translation>
    </message>
    <message>
        <source>Change the strides of a temporary</source>
        <translation>Die Schrittweiten eines temporären Felds ändern</translation>
    </message>
    <message>
        <source>Lays a temporary out so that neighbouring threads touch neighbouring elements.</source>
        <translation>Legt ein temporäres Feld so an, dass benachbarte Threads benachbarte Elemente berühren.</translation>
    </message>
    <message>
        <source>unit stride</source>
        <translation>Schrittweite eins</translation>
    </message>
    <message>
        <source>The dimension that gets unit stride: the one that the maps run over with a horizontal, vertical or local parameter, or with their last parameter; or the first or last dimension of the array.</source>
        <translation>Die Dimension, die Schrittweite eins bekommt: die, über die die Maps mit einem horizontalen, vertikalen oder lokalen Parameter laufen, oder mit ihrem letzten; oder die erste oder letzte Dimension des Felds.</translation>
    </message>
    <message>
        <source>Choose the memory of temporaries</source>
        <translation>Den Speicher von temporären Feldern wählen</translation>
    </message>
    <message>
        <source>Says how long temporaries keep their memory, whose it is, and which are on the stack.</source>
        <translation>Sagt, wie lange temporäre Felder ihren Speicher behalten, wem er gehört und welche auf dem Stapel liegen.</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>How long temporaries keep their memory, and whose it is.</source>
        <translation>Wie lange temporäre Felder ihren Speicher behalten, und wem er gehört.</translation>
    </message>
    <message>
        <source>stack elements</source>
        <translation>Elemente auf dem Stapel</translation>
    </message>
    <message>
        <source>Arrays of at most so many elements are on the stack; 0: none.</source>
        <translation>Felder mit höchstens so vielen Elementen liegen auf dem Stapel; 0: keine.</translation>
    </message>
    <message>
        <source>Reuse the memory of a temporary</source>
        <translation>Den Speicher eines temporären Felds wiederverwenden</translation>
    </message>
    <message>
        <source>Reuse %1</source>
        <translation>%1 wiederverwenden</translation>
    </message>
    <message>
        <source>Lets a temporary take the memory of another one that nobody needs any more.</source>
        <translation>Lässt ein temporäres Feld den Speicher eines anderen nehmen, das niemand mehr braucht.</translation>
    </message>
    <message>
        <source>Use the container instead of a view</source>
        <translation>Den Container statt einer Sicht verwenden</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Removes a view: what used it uses the part of the container that it looks at.</source>
        <translation>Entfernt eine Sicht: was sie verwendet hat, verwendet den Teil des Containers, den sie zeigt.</translation>
    </message>
    <message>
        <source>Compute in place what is copied back</source>
        <translation>An Ort und Stelle berechnen, was zurückkopiert wird</translation>
    </message>
    <message>
        <source>Removes a temporary that several states fill, read and copy to a field in the end: they use the field.</source>
        <translation>Entfernt ein temporäres Feld, das mehrere Zustände füllen, lesen und am Ende in ein Feld kopieren: sie verwenden das Feld.</translation>
    </message>
    <message>
        <source>Fold branches and loops</source>
        <translation>Verzweigungen und Schleifen auflösen</translation>
    </message>
    <message>
        <source>Fold %1</source>
        <translation>%1 auflösen</translation>
    </message>
    <message>
        <source>Removes branches, ways and loops whose course is known before the program runs.</source>
        <translation>Entfernt Verzweigungen, Wege und Schleifen, deren Verlauf bekannt ist, bevor das Programm läuft.</translation>
    </message>
    <message>
        <source>Inline a nested SDFG</source>
        <translation>Einen verschachtelten SDFG einsetzen</translation>
    </message>
    <message>
        <source>Inline %1</source>
        <translation>%1 einsetzen</translation>
    </message>
    <message>
        <source>Puts the states of a nested SDFG into the control flow around it, or the nodes of its one state into the map around it.</source>
        <translation>Setzt die Zustände eines verschachtelten SDFG in den Kontrollfluss um ihn, oder die Knoten seines einen Zustands in die Map um ihn.</translation>
    </message>
    <message>
        <source>Move dataflow into branches</source>
        <translation>Datenfluss in Zweige ziehen</translation>
    </message>
    <message>
        <source>Computes what only one branch of a condition needs in that branch.</source>
        <translation>Berechnet, was nur ein Zweig einer Bedingung braucht, in diesem Zweig.</translation>
    </message>
    <message>
        <source>ignore upstream blocks</source>
        <translation>Blöcke davor nicht beachten</translation>
    </message>
    <message>
        <source>Also move condition blocks into which dataflow could move first; what leads to them moves along.</source>
        <translation>Auch bedingte Blöcke verlegen, in die zuerst Datenfluss gezogen werden könnte; was zu ihnen führt, kommt mit.</translation>
    </message>
    <message>
        <source>Fuse states</source>
        <translation>Zustände verschmelzen</translation>
    </message>
    <message>
        <source>Joins two states in a row; what one wrote for the other is ordered by the dataflow alone.</source>
        <translation>Vereint zwei aufeinander folgende Zustände; was einer für den anderen schrieb, ordnet allein der Datenfluss.</translation>
    </message>
    <message>
        <source>Remove copies that move nothing</source>
        <translation>Kopien entfernen, die nichts bewegen</translation>
    </message>
    <message>
        <source>Removes copies between two containers whose region is empty for all sizes, or is read by nobody.</source>
        <translation>Entfernt Kopien zwischen zwei Containern, deren Bereich für alle Größen leer ist oder den niemand liest.</translation>
    </message>
    <message>
        <source>Remove dataflow that leads nowhere</source>
        <translation>Datenfluss entfernen, der nirgends hinführt</translation>
    </message>
    <message>
        <source>Removes maps and copies that are empty for all sizes, and what leads only to them.</source>
        <translation>Entfernt Maps und Kopien, die für alle Größen leer sind, und was nur zu ihnen führt.</translation>
    </message>
    <message>
        <source>Remove a map that never runs</source>
        <translation>Eine Map entfernen, die nie läuft</translation>
    </message>
    <message>
        <source>Removes a map one of whose ranges is empty for all sizes.</source>
        <translation>Entfernt eine Map, von deren Bereichen einer für alle Größen leer ist.</translation>
    </message>
    <message>
        <source>Remove what computes a temporary that nobody reads</source>
        <translation>Entfernen, was ein temporäres Feld berechnet, das niemand liest</translation>
    </message>
    <message>
        <source>Removes a temporary that is written and never read, and what computes it alone.</source>
        <translation>Entfernt ein temporäres Feld, das geschrieben und nie gelesen wird, und was nur es berechnet.</translation>
    </message>
    <message>
        <source>Simplify the program</source>
        <translation>Das Programm vereinfachen</translation>
    </message>
    <message>
        <source>Simplify %1</source>
        <translation>%1 vereinfachen</translation>
    </message>
    <message>
        <source>Makes one flow of data of the program, without control flow, copies and temporaries that are not needed.</source>
        <translation>Macht aus dem Programm einen Datenfluss, ohne Kontrollfluss, Kopien und temporäre Felder, die nicht gebraucht werden.</translation>
    </message>
    <message>
        <source>Specialise to values</source>
        <translation>Auf Werte festlegen</translation>
    </message>
    <message>
        <source>Specialise %1</source>
        <translation>%1 festlegen</translation>
    </message>
    <message>
        <source>Makes values of scalars and sizes part of the program, and folds what follows.</source>
        <translation>Macht Werte von Skalaren und Größen zu einem Teil des Programms und löst auf, was folgt.</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Values of symbols, NAME=NUMBER separated by commas.</source>
        <translation>Werte von Symbolen, NAME=ZAHL, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Fuse tasklets</source>
        <translation>Tasklets verschmelzen</translation>
    </message>
    <message>
        <source>Makes one tasklet of two of which the first only prepares a number for the second.</source>
        <translation>Macht ein Tasklet aus zweien, von denen das erste nur eine Zahl für das zweite vorbereitet.</translation>
    </message>
    <message>
        <source>constants only</source>
        <translation>nur Konstanten</translation>
    </message>
    <message>
        <source>Only where the first tasklet has no inputs</source>
        <translation>Nur wo das erste Tasklet keine Eingaben hat</translation>
    </message>
    <message>
        <source>Fold dimensions of one element</source>
        <translation>Dimensionen mit einem Element auflösen</translation>
    </message>
    <message>
        <source>Puts the value of a map parameter that takes only one in its place.</source>
        <translation>Setzt an die Stelle eines Map-Parameters, der nur einen Wert annimmt, diesen Wert.</translation>
    </message>
    <message>
        <source>Eliminate trivial maps</source>
        <translation>Triviale Maps beseitigen</translation>
    </message>
    <message>
        <source>Eliminate %1</source>
        <translation>%1 beseitigen</translation>
    </message>
    <message>
        <source>Removes dimensions of one element from a map, and a map that has no others.</source>
        <translation>Entfernt Dimensionen mit einem Element aus einer Map, und eine Map, die keine anderen hat.</translation>
    </message>
    <message>
        <source>Remove a tasklet that only hands on</source>
        <translation>Ein Tasklet entfernen, das nur weitergibt</translation>
    </message>
    <message>
        <source>Turns a tasklet that assigns its input to its output into a copy.</source>
        <translation>Verwandelt ein Tasklet, das seine Eingabe seiner Ausgabe zuweist, in eine Kopie.</translation>
    </message>
</context>
</TS>
