<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ProgramPane</name>
    <message>
        <source>on a GPU a grid of %1 blocks of %2 threads, as it was chosen for this variant</source>
        <translation>auf einer GPU ein Gitter von %1 Blöcken zu %2 Threads, wie für diese Variante gewählt</translation>
    </message>
    <message>
        <source>on a GPU a grid of %1 blocks of %2 threads, by the rules</source>
        <translation>auf einer GPU ein Gitter von %1 Blöcken zu %2 Threads, nach den Regeln</translation>
    </message>
</context>
<context>
    <name>TimingsCell</name>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Median of the repeats</source>
        <translation>Median der Wiederholungen</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>The shortest of the repeats</source>
        <translation>Die kürzeste der Wiederholungen</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>How far apart the middle half of the repeats lies, as a part of the median</source>
        <translation>Wie weit die mittlere Hälfte der Wiederholungen auseinanderliegt, als Teil des Medians</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Of the medians, to the baseline, which stands first</source>
        <translation>Der Mediane, zur Basis, die zuerst steht</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>In which the ratio lies with a confidence of 95 %: where 1 is inside, the difference is noise</source>
        <translation>In dem das Verhältnis mit 95 % Sicherheit liegt: wo 1 darin ist, ist der Unterschied Rauschen</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>What has to move: every element once</source>
        <translation>Was bewegt werden muss: jedes Element einmal</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Those bytes in the median time</source>
        <translation>Diese Bytes in der Zeit des Medians</translation>
    </message>
    <message>
        <source>of DRAM limit</source>
        <translation>der DRAM-Grenze</translation>
    </message>
    <message>
        <source>of memory limit</source>
        <translation>der Speichergrenze</translation>
    </message>
    <message>
        <source>Of the copy bandwidth that was measured in the same run: the limit of the memory</source>
        <translation>Der Kopierbandbreite, die im selben Lauf gemessen wurde: die Grenze des Speichers</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>Of 32 bytes, that threads ask of the cache behind them when nothing is reused between different accesses</source>
        <translation>Von 32 Byte, die Threads vom Cache hinter ihnen verlangen, wenn zwischen verschiedenen Zugriffen nichts wiederverwendet wird</translation>
    </message>
    <message>
        <source>of L2 limit</source>
        <translation>der L2-Grenze</translation>
    </message>
    <message>
        <source>of cache limit</source>
        <translation>der Cachegrenze</translation>
    </message>
    <message>
        <source>Those sectors in the median time, of what a copy in the last cache reached in the same run. At most so much: caches before it may serve a part</source>
        <translation>Diese Sektoren in der Zeit des Medians, an dem gemessen, was eine Kopie im letzten Cache im selben Lauf erreichte. Höchstens so viel: Caches davor mögen einen Teil liefern</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Of a thread</source>
        <translation>Eines Threads</translation>
    </message>
    <message>
        <source>spills</source>
        <translation>Auslagerungen</translation>
    </message>
    <message>
        <source>Bytes of a thread&apos;s registers that are kept in memory</source>
        <translation>Bytes der Register eines Threads, die im Speicher stehen</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>gemeinsam</translation>
    </message>
    <message>
        <source>Shared memory of a block</source>
        <translation>Gemeinsamer Speicher eines Blocks</translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Threads that are resident on a multiprocessor, of the most that there can be</source>
        <translation>Threads, die auf einem Multiprozessor Platz haben, von den meisten, die es geben kann</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>Blocks of a launch</source>
        <translation>Blöcke eines Starts</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>Threads eines Blocks</translation>
    </message>
    <message>
        <source>not ranked</source>
        <translation>nicht gewertet</translation>
    </message>
    <message>
        <source>Not ranked: %1</source>
        <translation>Nicht gewertet: %1</translation>
    </message>
    <message>
        <source>95 % interval %1 … %2%3</source>
        <translation>95-%-Intervall %1 … %2%3</translation>
    </message>
    <message>
        <source>
The difference is inside the noise</source>
        <translation>
Der Unterschied liegt im Rauschen</translation>
    </message>
    <message>
        <source>%1 million sectors of 32 bytes that threads ask of the L2 cache: %2 the bytes that have to move</source>
        <translation>%1 Millionen Sektoren von 32 Byte, die Threads vom L2-Cache verlangen: das %2-Fache der Bytes, die bewegt werden müssen</translation>
    </message>
    <message>
        <source>%1: no time of one reaches one of the other. How much more cannot be said: %2</source>
        <translation>%1: keine Zeit der einen reicht an eine der anderen. Um wie viel mehr, lässt sich nicht sagen: %2</translation>
    </message>
    <message>
        <source>at least %1 times faster</source>
        <translation>mindestens %1-mal schneller</translation>
    </message>
    <message>
        <source>at least %1 times slower</source>
        <translation>mindestens %1-mal langsamer</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>See an SDFG, rewrite it step by step, compile it, and time the variants side by side.</source>
        <translation>Einen SDFG sehen, Schritt für Schritt umschreiben, übersetzen und die Varianten nebeneinander messen.</translation>
    </message>
    <message>
        <source>Graphs (.sdfg, .sdfgz), which join one project, or a .mapwright project; the last one is shown.</source>
        <translation>Graphen (.sdfg, .sdfgz), die zu einem Projekt gehören, oder ein .mapwright-Projekt; der letzte wird gezeigt.</translation>
    </message>
    <message>
        <source>The times of --bench as JSON.</source>
        <translation>Die Zeiten von --bench als JSON.</translation>
    </message>
    <message>
        <source>Repeats of --bench (default 15).</source>
        <translation>Wiederholungen von --bench (sonst 15).</translation>
    </message>
    <message>
        <source>Write a picture of the window to PNG, and end.</source>
        <translation>Schreibt ein Bild des Fensters nach PNG und endet.</translation>
    </message>
    <message>
        <source>Size of the window (default 1600x1000).</source>
        <translation>Größe des Fensters (sonst 1600x1000).</translation>
    </message>
    <message>
        <source>Run an action by its id first; may be given several times.</source>
        <translation>Führt zuerst eine Aktion nach ihrem Namen aus; mehrmals möglich.</translation>
    </message>
    <message>
        <source>Print the ids of all actions, and end.</source>
        <translation>Schreibt die Namen aller Aktionen und endet.</translation>
    </message>
    <message>
        <source>Keep settings and session in this ini file.</source>
        <translation>Einstellungen und Sitzung stehen in dieser ini-Datei.</translation>
    </message>
    <message>
        <source>--bench needs one FILE.</source>
        <translation>--bench braucht eine FILE.</translation>
    </message>
    <message>
        <source>--size is WIDTHxHEIGHT, as 1600x1000.</source>
        <translation>--size ist BREITExHÖHE, etwa 1600x1000.</translation>
    </message>
    <message>
        <source>Take this setting for this start; may be given several times.</source>
        <translation>Diese Einstellung für diesen Start nehmen; mehrmals möglich.</translation>
    </message>
    <message>
        <source>Print all settings with what they take, and end.</source>
        <translation>Alle Einstellungen mit ihren Werten ausgeben und enden.</translation>
    </message>
    <message>
        <source>Start with default settings and layout, and restore nothing.</source>
        <translation>Mit Vorgaben für Einstellungen und Anordnung starten und nichts wiederherstellen.</translation>
    </message>
    <message>
        <source>End when FILE is on the screen (for --bench).</source>
        <translation>Enden, sobald FILE zu sehen ist (für --bench).</translation>
    </message>
    <message>
        <source>--set is NAME=VALUE, as theme=dark.</source>
        <translation>--set ist NAME=WERT, wie theme=dark.</translation>
    </message>
    <message>
        <source>--safe-mode reads no --settings.</source>
        <translation>--safe-mode liest kein --settings.</translation>
    </message>
    <message>
        <source>Time what one waits for with FILE, or with a generated graph: state:NODES, program:KERNELSxARRAYS, stencil:STEPS.</source>
        <translation>Misst, worauf man mit FILE oder einem erzeugten Graphen wartet: state:NODES, program:KERNELSxARRAYS, stencil:STEPS.</translation>
    </message>
</context>
<context>
    <name>mw::app</name>
    <message>
        <source>&amp;Save the project</source>
        <translation>Projekt &amp;speichern</translation>
    </message>
    <message>
        <source>Programs, variants, times, and how they are run, in one file</source>
        <translation>Programme, Varianten, Zeiten und wie sie laufen, in einer Datei</translation>
    </message>
    <message>
        <source>Save the project &amp;as …</source>
        <translation>Projekt speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>The project goes on in the new file</source>
        <translation>Das Projekt lebt in der neuen Datei weiter</translation>
    </message>
    <message>
        <source>C&amp;lose the project</source>
        <translation>Projekt s&amp;chließen</translation>
    </message>
    <message>
        <source>Begins an empty one, with the start page</source>
        <translation>Beginnt ein leeres, mit der Startseite</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Opens .sdfg and .sdfgz files, or a .mapwright project</source>
        <translation>Öffnet .sdfg- und .sdfgz-Dateien oder ein .mapwright-Projekt</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Sample: %1</source>
        <translation>Beispiel: %1</translation>
    </message>
    <message>
        <source>Opens the sample</source>
        <translation>Öffnet das Beispiel</translation>
    </message>
    <message>
        <source>Sa&amp;mples</source>
        <translation>&amp;Beispiele</translation>
    </message>
    <message>
        <source>&amp;Export the variant …</source>
        <translation>Variante &amp;exportieren …</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Export the &amp;picture …</source>
        <translation>Bi&amp;ld exportieren …</translation>
    </message>
    <message>
        <source>As SVG, PDF or PNG</source>
        <translation>Als SVG, PDF oder PNG</translation>
    </message>
    <message>
        <source>As SVG, PDF or PNG, or the graph for Graphviz</source>
        <translation>Als SVG, PDF oder PNG, oder den Graphen für Graphviz</translation>
    </message>
    <message>
        <source>Res&amp;tore the last session</source>
        <translation>Letzte Sitzung &amp;wiederherstellen</translation>
    </message>
    <message>
        <source>Opens its file and replays the recorded steps</source>
        <translation>Öffnet ihre Datei und wiederholt die aufgezeichneten Schritte</translation>
    </message>
    <message>
        <source>Ctrl+Tab</source>
        <translation>Ctrl+Tab</translation>
    </message>
    <message>
        <source>Files that were opened stay open, with their variants and times</source>
        <translation>Geöffnete Dateien bleiben offen, mit ihren Varianten und Zeiten</translation>
    </message>
    <message>
        <source>&amp;Close this program</source>
        <translation>Dieses Pro&amp;gramm schließen</translation>
    </message>
    <message>
        <source>The other programs of the project stay open</source>
        <translation>Die anderen Programme des Projekts bleiben offen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Been&amp;den</translation>
    </message>
    <message>
        <source>Ends Mapwright</source>
        <translation>Beendet Mapwright</translation>
    </message>
    <message>
        <source>Select &amp;nothing</source>
        <translation>&amp;Nichts auswählen</translation>
    </message>
    <message>
        <source>Clears selection and highlights</source>
        <translation>Hebt Auswahl und Markierungen auf</translation>
    </message>
    <message>
        <source>Select the first &amp;map</source>
        <translation>Erste &amp;Map auswählen</translation>
    </message>
    <message>
        <source>In the order of the program</source>
        <translation>In der Reihenfolge des Programms</translation>
    </message>
    <message>
        <source>&amp;Find in the outline</source>
        <translation>In der Gliederung &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Goes to the variant before the last step</source>
        <translation>Geht zur Variante vor dem letzten Schritt</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Z</source>
        <translation>Ctrl+Shift+Z</translation>
    </message>
    <message>
        <source>Goes to the variant that was visited last from here</source>
        <translation>Geht zur Variante, die von hier aus zuletzt besucht wurde</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Go to the &amp;original</source>
        <translation>Zum &amp;Original gehen</translation>
    </message>
    <message>
        <source>The graph as it was opened</source>
        <translation>Der Graph, wie er geöffnet wurde</translation>
    </message>
    <message>
        <source>&amp;Pin this variant</source>
        <translation>Diese Variante an&amp;heften</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>Pinned variants are verified and timed side by side</source>
        <translation>Angeheftete Varianten werden nebeneinander geprüft und gemessen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>&amp;Verify and time pinned variants</source>
        <translation>Angeheftete &amp;Varianten prüfen und messen</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>Compares the outputs, then times the variants interleaved</source>
        <translation>Vergleicht die Ergebnisse und misst die Varianten dann abwechselnd</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Cancels what is running</source>
        <translation>Bricht ab, was läuft</translation>
    </message>
    <message>
        <source>Copy the table as &amp;Markdown</source>
        <translation>Tabelle als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>The timings, for an issue or a page</source>
        <translation>Die Zeiten, für eine Meldung oder eine Seite</translation>
    </message>
    <message>
        <source>Copy the table as C&amp;SV</source>
        <translation>Tabelle als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>All numbers of the timings</source>
        <translation>Alle Zahlen der Messung</translation>
    </message>
    <message>
        <source>Compare what &amp;was measured</source>
        <translation>&amp;Gemessenes vergleichen</translation>
    </message>
    <message>
        <source>The newest measurement of this program in the log; needs no device</source>
        <translation>Die neueste Messung dieses Programms im Protokoll; braucht kein Gerät</translation>
    </message>
    <message>
        <source>Save the &amp;report …</source>
        <translation>&amp;Bericht speichern …</translation>
    </message>
    <message>
        <source>One HTML file with table and bars</source>
        <translation>Eine HTML-Datei mit Tabelle und Balken</translation>
    </message>
    <message>
        <source>Look for &amp;devices again</source>
        <translation>Nochmals nach G&amp;eräten suchen</translation>
    </message>
    <message>
        <source>After a driver or a toolkit was installed</source>
        <translation>Nachdem ein Treiber oder ein Toolkit installiert wurde</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Command palette</source>
        <translation>&amp;Befehle suchen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>All actions by name</source>
        <translation>Alle Aktionen nach Namen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+M</source>
        <translation>Ctrl+Shift+M</translation>
    </message>
    <message>
        <source>Apply &amp;everywhere</source>
        <translation>&amp;Überall anwenden</translation>
    </message>
    <message>
        <source>%1: first place</source>
        <translation>%1: erste Stelle</translation>
    </message>
    <message>
        <source>%1: everywhere</source>
        <translation>%1: überall</translation>
    </message>
    <message>
        <source>&amp;Transform</source>
        <translation>&amp;Transformieren</translation>
    </message>
    <message>
        <source>&amp;Specialise to the inputs of the run</source>
        <translation>Auf die Eingaben des Laufs &amp;spezialisieren</translation>
    </message>
    <message>
        <source>Sizes and bounds that the Run panel stands for become constants; what they decide is folded</source>
        <translation>Größen und Grenzen, für die der Bereich Ausführen steht, werden Konstanten; was sie entscheiden, fällt weg</translation>
    </message>
    <message>
        <source>Optimise: pipeline %1</source>
        <translation>Optimieren: Ablauf %1</translation>
    </message>
    <message>
        <source> Predicted for the inputs of the run; each step is a variant.</source>
        <translation> Vorhergesagt für die Eingaben des Laufs; jeder Schritt ist eine Variante.</translation>
    </message>
    <message>
        <source>&amp;Repair all findings</source>
        <translation>Alle Befunde &amp;beheben</translation>
    </message>
    <message>
        <source>What the Problems tab shows with an obvious repair, one step each</source>
        <translation>Was unter Probleme mit offensichtlicher Abhilfe steht, je ein Schritt</translation>
    </message>
    <message>
        <source>Show the first re&amp;fusal</source>
        <translation>Erste Ab&amp;lehnung zeigen</translation>
    </message>
    <message>
        <source>Why a transformation does not apply, with what blocks it</source>
        <translation>Warum eine Transformation nicht anwendbar ist, mit dem, was ihr im Weg steht</translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation>Alles &amp;einpassen</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ve&amp;rgrößern</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>&amp;100 %</translation>
    </message>
    <message>
        <source>Ctrl+1</source>
        <translation>Ctrl+1</translation>
    </message>
    <message>
        <source>Natural size</source>
        <translation>Natürliche Größe</translation>
    </message>
    <message>
        <source>F&amp;rame the selection</source>
        <translation>Auswahl ins &amp;Bild holen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F</source>
        <translation>Ctrl+Shift+F</translation>
    </message>
    <message>
        <source>Brings what is selected into view</source>
        <translation>Holt das Ausgewählte ins Bild</translation>
    </message>
    <message>
        <source>&amp;Collapse all</source>
        <translation>Alles e&amp;inklappen</translation>
    </message>
    <message>
        <source>&amp;Expand all</source>
        <translation>Alles a&amp;usklappen</translation>
    </message>
    <message>
        <source>Shows what is inside</source>
        <translation>Zeigt, was darin ist</translation>
    </message>
    <message>
        <source>&amp;Volumes on edges</source>
        <translation>&amp;Mengen an Kanten</translation>
    </message>
    <message>
        <source>&amp;Minimap</source>
        <translation>Über&amp;sicht</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>&amp;Programm</translation>
    </message>
    <message>
        <source>Ctrl+2</source>
        <translation>Ctrl+2</translation>
    </message>
    <message>
        <source>Kernels in order, the arrays that they touch, and what could be fused</source>
        <translation>Kernel der Reihe nach, die Felder, die sie berühren, und was fusioniert werden könnte</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Ne&amp;xt possible fusion</source>
        <translation>Nä&amp;chste mögliche Fusion</translation>
    </message>
    <message>
        <source>Of the program view, from the current row on</source>
        <translation>Der Programmansicht, von der aktuellen Zeile an</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>&amp;Graph</translation>
    </message>
    <message>
        <source>Ctrl+3</source>
        <translation>Ctrl+3</translation>
    </message>
    <message>
        <source>States, maps and data as a drawing</source>
        <translation>Zustände, Maps und Daten als Zeichnung</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>&amp;Split the view</source>
        <translation>Ansicht &amp;teilen</translation>
    </message>
    <message>
        <source>Ctrl+\</source>
        <translation>Ctrl+\</translation>
    </message>
    <message>
        <source>Another pane beside this one, with the same variant; each goes its own way</source>
        <translation>Eine weitere Ansicht neben dieser, mit derselben Variante; jede geht ihren eigenen Weg</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>&amp;Nächste Ansicht</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Menus and panels speak of the active pane</source>
        <translation>Menüs und Bereiche sprechen von der aktiven Ansicht</translation>
    </message>
    <message>
        <source>C&amp;lose this pane</source>
        <translation>Diese Ansicht sch&amp;ließen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+W</source>
        <translation>Ctrl+Shift+W</translation>
    </message>
    <message>
        <source>Its program stays open</source>
        <translation>Ihr Programm bleibt offen</translation>
    </message>
    <message>
        <source>Colours of the window and the graph</source>
        <translation>Farben des Fensters und des Graphen</translation>
    </message>
    <message>
        <source>Ligh&amp;t</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>H&amp;oher Kontrast</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>Spr&amp;ache</translation>
    </message>
    <message>
        <source>Language of menus, panels and sentences of the window</source>
        <translation>Sprache der Menüs, Bereiche und Sätze des Fensters</translation>
    </message>
    <message>
        <source>The window speaks this language from its next start on</source>
        <translation>Das Fenster spricht diese Sprache vom nächsten Start an</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>Be&amp;reiche</translation>
    </message>
    <message>
        <source>Brings the panel to the front</source>
        <translation>Holt den Bereich nach vorn</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>&amp;Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Puts every panel where it was</source>
        <translation>Stellt jeden Bereich an seinen alten Platz</translation>
    </message>
    <message>
        <source>1 launch</source>
        <translation>1 Start</translation>
    </message>
    <message>
        <source>%1 launches</source>
        <translation>%1 Starts</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>−%1 launch</source>
        <translation>−%1 Start</translation>
    </message>
    <message>
        <source>&amp;What differs between the panes</source>
        <translation>&amp;Was sich zwischen den Ansichten unterscheidet</translation>
    </message>
    <message>
        <source>Which kernels became which, which temporaries went, what is laid out anew</source>
        <translation>Welche Kernel zu welchen wurden, welche temporären Felder wegfielen, was neu angeordnet ist</translation>
    </message>
    <message>
        <source>Next &amp;kernel that changed</source>
        <translation>&amp;Zum nächsten geänderten Kernel</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>From the first look at a graph to a faster one: begins, or goes on where you left it</source>
        <translation>Vom ersten Blick auf einen Graphen bis zu einem schnelleren: beginnt, oder geht weiter, wo Sie aufgehört haben</translation>
    </message>
    <message>
        <source>Steps of the tour</source>
        <translation>Schritte des Rundgangs</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>&amp;Nächster Schritt</translation>
    </message>
    <message>
        <source>When this one is read, or its task is done</source>
        <translation>Wenn dieser gelesen oder seine Aufgabe erledigt ist</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>To the step before</source>
        <translation>Zum Schritt davor</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>Diesen Schritt ü&amp;berspringen</translation>
    </message>
    <message>
        <source>It can be done later, from the list of steps</source>
        <translation>Er lässt sich später nachholen, aus der Liste der Schritte</translation>
    </message>
    <message>
        <source>Do it &amp;again</source>
        <translation>Noch&amp;mals</translation>
    </message>
    <message>
        <source>Puts back what the step began from; nothing that was made is lost</source>
        <translation>Stellt her, womit der Schritt begann; nichts Gemachtes geht verloren</translation>
    </message>
    <message>
        <source>Begin ane&amp;w</source>
        <translation>Von &amp;vorn beginnen</translation>
    </message>
    <message>
        <source>From the first step and the original graph; variants and times stay</source>
        <translation>Vom ersten Schritt und dem ursprünglichen Graphen an; Varianten und Zeiten bleiben</translation>
    </message>
    <message>
        <source>&amp;Leave the tour</source>
        <translation>Rundgang ver&amp;lassen</translation>
    </message>
    <message>
        <source>It goes on from here the next time</source>
        <translation>Beim nächsten Mal geht er hier weiter</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>(open the sample)</source>
        <translation>(das Beispiel öffnen)</translation>
    </message>
    <message>
        <source>(not in this variant)</source>
        <translation>(nicht in dieser Variante)</translation>
    </message>
    <message>
        <source>Filter by name, kind:map, range:K, bytes&gt;1M</source>
        <translation>Nach Name, kind:map, range:K, bytes&gt;1M filtern</translation>
    </message>
    <message>
        <source>&amp;Edit a property</source>
        <translation>&amp;Eigenschaft ändern</translation>
    </message>
    <message>
        <source>The first one of the selected element that can be edited, in the inspector</source>
        <translation>Die erste des ausgewählten Elements, die sich ändern lässt, im Inspektor</translation>
    </message>
    <message>
        <source>Nothing of this element can be edited</source>
        <translation>An diesem Element lässt sich nichts ändern</translation>
    </message>
    <message>
        <source>Compare &amp;times of the model …</source>
        <translation>&amp;Zeiten des Modells vergleichen …</translation>
    </message>
    <message>
        <source>What runs of the model left: GT4Py&apos;s metrics and OpenACC timers, side by side</source>
        <translation>Was Läufe des Modells hinterließen: GT4Pys Metriken und OpenACC-Zeiten nebeneinander</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>Operations per byte against speed, with arrows from variant to variant</source>
        <translation>Operationen je Byte gegen Geschwindigkeit, mit Pfeilen von Variante zu Variante</translation>
    </message>
    <message>
        <source>&amp;Normalise the times</source>
        <translation>Zeiten &amp;normieren</translation>
    </message>
    <message>
        <source>Times as multiples of the baseline&apos;s, row by row</source>
        <translation>Zeiten als Vielfache derer der Basis, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Next &amp;baseline</source>
        <translation>Nächste Ba&amp;sis</translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation>Ctrl+Shift+B</translation>
    </message>
    <message>
        <source>Another of the measured variants is what the others are set against</source>
        <translation>Eine andere der gemessenen Varianten wird die, der die übrigen gegenüberstehen</translation>
    </message>
    <message>
        <source>All repeats of the selected row, variant below variant</source>
        <translation>Alle Wiederholungen der gewählten Zeile, Variante unter Variante</translation>
    </message>
    <message>
        <source>Export the r&amp;oofline …</source>
        <translation>R&amp;oofline exportieren …</translation>
    </message>
    <message>
        <source>Beside the variant &amp;before</source>
        <translation>Neben der Variante &amp;davor</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>What the last step changed in the code, kernel by kernel</source>
        <translation>Was der letzte Schritt am Code geändert hat, Kernel für Kernel</translation>
    </message>
    <message>
        <source>Beside the &amp;original</source>
        <translation>Neben dem &amp;Original</translation>
    </message>
    <message>
        <source>What all steps together changed in the code, kernel by kernel</source>
        <translation>Was alle Schritte zusammen am Code geändert haben, Kernel für Kernel</translation>
    </message>
    <message>
        <source>This variant &amp;alone</source>
        <translation>Diese Variante &amp;allein</translation>
    </message>
    <message>
        <source>Its code by itself</source>
        <translation>Nur ihr Code</translation>
    </message>
    <message>
        <source>&amp;Next difference of the code</source>
        <translation>&amp;Nächster Unterschied im Code</translation>
    </message>
    <message>
        <source>F8</source>
        <translation>F8</translation>
    </message>
    <message>
        <source>Between this variant&apos;s code and the other&apos;s</source>
        <translation>Zwischen dem Code dieser und dem der anderen Variante</translation>
    </message>
    <message>
        <source>&amp;Previous difference of the code</source>
        <translation>&amp;Voriger Unterschied im Code</translation>
    </message>
    <message>
        <source>Shift+F8</source>
        <translation>Shift+F8</translation>
    </message>
    <message>
        <source>Roof&amp;line beside the times</source>
        <translation>Roof&amp;line neben den Zeiten</translation>
    </message>
    <message>
        <source>Sam&amp;ples of the selected time</source>
        <translation>Mess&amp;werte der gewählten Zeit</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Times by d&amp;evices …</source>
        <translation>Zeiten nach Gerä&amp;ten …</translation>
    </message>
    <message>
        <source>What every device measured of this program last, side by side, and measurements of other machines</source>
        <translation>Was jedes Gerät zuletzt von diesem Programm gemessen hat, nebeneinander, und Messungen anderer Maschinen</translation>
    </message>
    <message>
        <source>&amp;Bookmarks and notes</source>
        <translation>&amp;Lesezeichen und Notizen</translation>
    </message>
    <message>
        <source>&amp;Bookmark</source>
        <translation>&amp;Lesezeichen</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Marks the selected element, or takes the mark away; bookmarks follow their elements through the variants</source>
        <translation>Merkt das ausgewählte Element vor oder nimmt das Zeichen weg; Lesezeichen folgen ihren Elementen durch die Varianten</translation>
    </message>
    <message>
        <source>&amp;Note on the element</source>
        <translation>&amp;Notiz zum Element</translation>
    </message>
    <message>
        <source>Bookmarks the selected element, with a sentence of yours</source>
        <translation>Setzt ein Lesezeichen auf das ausgewählte Element, mit einem Satz von Ihnen</translation>
    </message>
    <message>
        <source>Note on the &amp;variant</source>
        <translation>Notiz zur &amp;Variante</translation>
    </message>
    <message>
        <source>Ctrl+Shift+N</source>
        <translation>Ctrl+Shift+N</translation>
    </message>
    <message>
        <source>A sentence of yours, in the history</source>
        <translation>Ein Satz von Ihnen, im Verlauf</translation>
    </message>
    <message>
        <source>Ne&amp;xt bookmark</source>
        <translation>Nä&amp;chstes Lesezeichen</translation>
    </message>
    <message>
        <source>F4</source>
        <translation>F4</translation>
    </message>
    <message>
        <source>Selects it and brings it into view</source>
        <translation>Wählt es aus und holt es ins Bild</translation>
    </message>
    <message>
        <source>&amp;Previous bookmark</source>
        <translation>Vor&amp;heriges Lesezeichen</translation>
    </message>
    <message>
        <source>Shift+F4</source>
        <translation>Shift+F4</translation>
    </message>
    <message>
        <source>M&amp;acros</source>
        <translation>Ma&amp;kros</translation>
    </message>
    <message>
        <source>&amp;Record a macro</source>
        <translation>Makro auf&amp;zeichnen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation>Ctrl+Shift+R</translation>
    </message>
    <message>
        <source>What you do by menus, keys and the palette becomes its steps, until you come here again and give it a name</source>
        <translation>Was Sie mit Menüs, Tasten und der Befehlssuche tun, wird zu seinen Schritten, bis Sie wieder hierher kommen und ihm einen Namen geben</translation>
    </message>
    <message>
        <source>R&amp;epeat the last macro</source>
        <translation>Letztes Makro &amp;wiederholen</translation>
    </message>
    <message>
        <source>F9</source>
        <translation>F9</translation>
    </message>
    <message>
        <source>The one that was recorded or run last; all have their names in the palette</source>
        <translation>Das zuletzt aufgezeichnete oder ausgeführte; alle stehen mit ihren Namen in der Befehlssuche</translation>
    </message>
    <message>
        <source>&amp;Settings …</source>
        <translation>E&amp;instellungen …</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>Appearance, files, running; what is changed holds at once</source>
        <translation>Aussehen, Dateien, Läufe; was geändert wird, gilt sofort</translation>
    </message>
    <message>
        <source>To the element that was looked at before</source>
        <translation>Zum Element, das vorher angesehen wurde</translation>
    </message>
    <message>
        <source>To the element that was looked at before you went back</source>
        <translation>Zum Element, das angesehen wurde, bevor Sie zurückgingen</translation>
    </message>
    <message>
        <source>median time of a kernel</source>
        <translation>Median der Zeit eines Kernels</translation>
    </message>
    <message>
        <source>Times of the model</source>
        <translation>Zeiten des Modells</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Of the window and of what it draws</source>
        <translation>Des Fensters und dessen, was es zeichnet</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Size of texts</source>
        <translation>Größe der Texte</translation>
    </message>
    <message>
        <source>Of the desktop&apos;s size; the graph has its own zoom</source>
        <translation>Im Verhältnis zum Desktop; der Graph hat seinen eigenen Zoom</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Of menus, panels and sentences of the window</source>
        <translation>Der Menüs, Bereiche und Sätze des Fensters</translation>
    </message>
    <message>
        <source>Programs open as</source>
        <translation>Programme öffnen als</translation>
    </message>
    <message>
        <source>The other view is one key away: Ctrl+2, Ctrl+3</source>
        <translation>Die andere Ansicht ist eine Taste entfernt: Strg+2, Strg+3</translation>
    </message>
    <message>
        <source>Program: kernels in order</source>
        <translation>Programm: Kernel der Reihe nach</translation>
    </message>
    <message>
        <source>Volumes on edges</source>
        <translation>Mengen an Kanten</translation>
    </message>
    <message>
        <source>Elements moved, as numbers at the edges of the graph</source>
        <translation>Bewegte Elemente, als Zahlen an den Kanten des Graphen</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>A small picture of the whole graph in a corner</source>
        <translation>Ein kleines Bild des ganzen Graphen in einer Ecke</translation>
    </message>
    <message>
        <source>Files and window</source>
        <translation>Dateien und Fenster</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>How many the start page and the menu remember</source>
        <translation>Wie viele sich Startseite und Menü merken</translation>
    </message>
    <message>
        <source>Autosave after</source>
        <translation>Sichern nach</translation>
    </message>
    <message>
        <source>Remember the layout</source>
        <translation>Anordnung merken</translation>
    </message>
    <message>
        <source>Panels and window come back where they stood</source>
        <translation>Bereiche und Fenster kommen dorthin zurück, wo sie standen</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>Zeilen des Protokolls</translation>
    </message>
    <message>
        <source>Older ones are dropped</source>
        <translation>Ältere entfallen</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Command that starts mw-runner on another machine, for example ssh host mw-runner</source>
        <translation>Befehl, der mw-runner auf einem anderen Rechner startet, zum Beispiel ssh host mw-runner</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>torus:NX,NY,LEVELS or another grid (docs/grids.md), or a scenario&apos;s .json file</source>
        <translation>torus:NX,NY,LEVELS oder ein anderes Gitter (docs/grids.md), oder die .json-Datei eines Szenarios</translation>
    </message>
    <message>
        <source>usual for the device</source>
        <translation>wie für das Gerät üblich</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>How often each variant is timed, interleaved</source>
        <translation>Wie oft jede Variante gemessen wird, abwechselnd</translation>
    </message>
    <message>
        <source>Cold cache</source>
        <translation>Kalter Cache</translation>
    </message>
    <message>
        <source>The cache is flushed before every call</source>
        <translation>Der Cache wird vor jedem Aufruf geleert</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>%1 takes %2, not &quot;%3&quot;.</source>
        <translation>%1 nimmt %2, nicht „%3“.</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;: %3</source>
        <translation>%1 ist „%2“: %3</translation>
    </message>
    <message>
        <source>Back to the element before</source>
        <translation>Zurück zum Element davor</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>Wieder vorwärts</translation>
    </message>
    <message>
        <source>Ctrl+Alt+D</source>
        <translation>Ctrl+Alt+D</translation>
    </message>
    <message>
        <source>T&amp;une</source>
        <translation>Abst&amp;immen</translation>
    </message>
    <message>
        <source>Tries launches of the kernels and steps of the graph by measuring them, and keeps what is faster for certain</source>
        <translation>Probiert Starts der Kernel und Schritte am Graphen, indem es sie misst, und behält, was sicher schneller ist</translation>
    </message>
    <message>
        <source>Time to tune in</source>
        <translation>Zeit zur Feinabstimmung</translation>
    </message>
    <message>
        <source>How long Tune tries forms of a program; what decides in the end comes after it</source>
        <translation>Wie lange die Feinabstimmung Formen eines Programms probiert; was am Ende entscheidet, kommt danach</translation>
    </message>
    <message>
        <source>The kernels as %1</source>
        <translation>Die Kernel als %1</translation>
    </message>
    <message>
        <source>What the device&apos;s compiler makes of them, with registers and spills</source>
        <translation>Was der Compiler des Geräts aus ihnen macht, mit Registern und Auslagerungen</translation>
    </message>
    <message>
        <source>&amp;Write the kernel by hand</source>
        <translation>Kernel von Hand &amp;schreiben</translation>
    </message>
    <message>
        <source>The marked kernel as text to change, which becomes a variant of its own</source>
        <translation>Der markierte Kernel als Text zum Ändern, der eine eigene Variante wird</translation>
    </message>
    <message>
        <source>&amp;Keep the kernel written by hand</source>
        <translation>Von Hand geschriebenen Kernel &amp;behalten</translation>
    </message>
    <message>
        <source>Compiles it, and makes the variant in which it runs</source>
        <translation>Übersetzt ihn und legt die Variante an, in der er läuft</translation>
    </message>
    <message>
        <source>What was written is there again when the kernel is edited again</source>
        <translation>Das Geschriebene ist wieder da, wenn der Kernel wieder geändert wird</translation>
    </message>
    <message>
        <source>&amp;Close the kernel written by hand</source>
        <translation>&amp;Zurück vom von Hand geschriebenen Kernel</translation>
    </message>
    <message>
        <source>Save the steps as a &amp;recipe …</source>
        <translation>Schritte als &amp;Rezept speichern …</translation>
    </message>
    <message>
        <source>The steps that lead to the current variant, for other programs and `mw replay`</source>
        <translation>Die Schritte, die zur aktuellen Variante führen, für andere Programme und `mw replay`</translation>
    </message>
    <message>
        <source>Re&amp;play a recipe …</source>
        <translation>Rezept ab&amp;spielen …</translation>
    </message>
    <message>
        <source>Does the steps of a recipe here; what does not fit is said and left out</source>
        <translation>Tut die Schritte eines Rezepts hier; was nicht passt, wird gesagt und ausgelassen</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>&amp;Nächster Reiter</translation>
    </message>
    <message>
        <source>Pre&amp;vious tab</source>
        <translation>&amp;Voriger Reiter</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Tab</source>
        <translation>Ctrl+Shift+Tab</translation>
    </message>
    <message>
        <source>Of the active pane</source>
        <translation>Der aktiven Ansicht</translation>
    </message>
    <message>
        <source>&amp;Walk through the steps</source>
        <translation>Durch die Schritte &amp;gehen</translation>
    </message>
    <message>
        <source>The slider of History takes the keys: Left and Right go from step to step</source>
        <translation>Der Schieber des Verlaufs nimmt die Tasten: Links und Rechts gehen von Schritt zu Schritt</translation>
    </message>
    <message>
        <source>&amp;Compare two histories</source>
        <translation>Zwei Verläufe &amp;vergleichen</translation>
    </message>
    <message>
        <source>The steps beside those of the other pane, or of a pinned variant, with the first difference</source>
        <translation>Die Schritte neben denen der anderen Ansicht, oder einer angehefteten Variante, mit dem ersten Unterschied</translation>
    </message>
    <message>
        <source>&amp;Hide what changed nothing</source>
        <translation>Aus&amp;blenden, was nichts änderte</translation>
    </message>
    <message>
        <source>Steps that changed neither kernels nor bytes nor temporaries</source>
        <translation>Schritte, die weder Kernel noch Bytes noch temporäre Felder änderten</translation>
    </message>
    <message>
        <source>V&amp;alues of the run</source>
        <translation>Werte des &amp;Laufs</translation>
    </message>
    <message>
        <source>The symbols and scalars of the program, with the values that it is run with</source>
        <translation>Die Symbole und Skalare des Programms, mit den Werten, mit denen es läuft</translation>
    </message>
    <message>
        <source>S&amp;weep launches …</source>
        <translation>Starts durch&amp;messen …</translation>
    </message>
    <message>
        <source>Measures all combinations of block, levels and other choices, kernel by kernel, as a heat map</source>
        <translation>Misst alle Kombinationen von Block, Ebenen und anderem, Kernel für Kernel, als Wärmebild</translation>
    </message>
    <message>
        <source>&amp;Columns of the times …</source>
        <translation>Spa&amp;lten der Zeiten …</translation>
    </message>
    <message>
        <source>Registers, spills, grid, sectors and whatever else a kernel has</source>
        <translation>Register, Auslagerungen, Gitter, Sektoren und was ein Kernel sonst hat</translation>
    </message>
    <message>
        <source>Con&amp;ditions of the times in full</source>
        <translation>Be&amp;dingungen der Zeiten vollständig</translation>
    </message>
    <message>
        <source>Device, grid, repeats, bandwidths and load below the table</source>
        <translation>Gerät, Gitter, Wiederholungen, Bandbreiten und Last unter der Tabelle</translation>
    </message>
    <message>
        <source>Overlay on nodes: %1</source>
        <translation>Farben der Knoten: %1</translation>
    </message>
    <message>
        <source>Overlay on edges: %1</source>
        <translation>Farben der Kanten: %1</translation>
    </message>
    <message>
        <source>The selected element, in the program view or in the graph</source>
        <translation>Das gewählte Element, in der Programmansicht oder im Graphen</translation>
    </message>
    <message>
        <source>Of the selected element, in the inspector</source>
        <translation>Des gewählten Elements, im Inspektor</translation>
    </message>
    <message>
        <source>Of the selected elements, one a line</source>
        <translation>Der gewählten Elemente, einer je Zeile</translation>
    </message>
    <message>
        <source>Alt+Down</source>
        <translation>Alt+Down</translation>
    </message>
    <message>
        <source>Shows the selected map, nested SDFG or state alone, with what it reads and writes (Enter, double click)</source>
        <translation>Zeigt die gewählte Map, den verschachtelten SDFG oder Zustand allein, mit dem, was gelesen und geschrieben wird (Eingabe, Doppelklick)</translation>
    </message>
    <message>
        <source>Shows the scope around the selected element alone</source>
        <translation>Zeigt allein, was das gewählte Element umgibt</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Shows what is around the scope (Esc, Backspace)</source>
        <translation>Zeigt, was darum liegt (Esc, Rücktaste)</translation>
    </message>
    <message>
        <source>The selected scope becomes a block, or shows what is inside (Space)</source>
        <translation>Das Gewählte wird ein Block oder zeigt, was darin ist (Leertaste)</translation>
    </message>
    <message>
        <source>Apply step</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Show a&amp;dvice</source>
        <translation>&amp;Vorschläge zeigen</translation>
    </message>
    <message>
        <source>What can be done, best first; the dearest temporaries; what stands out</source>
        <translation>Was getan werden kann, das Beste zuerst; die teuersten temporären Felder; was auffällt</translation>
    </message>
    <message>
        <source>Where each applies, and why not elsewhere</source>
        <translation>Wo jede passt, und warum anderswo nicht</translation>
    </message>
    <message>
        <source>Advice for what is in si&amp;ght</source>
        <translation>Vorschläge für das &amp;Sichtbare</translation>
    </message>
    <message>
        <source>Advice for the &amp;whole graph</source>
        <translation>Vorschläge für den &amp;ganzen Graphen</translation>
    </message>
    <message>
        <source>Which places advice and transformations are listed for</source>
        <translation>Für welche Stellen Vorschläge und Transformationen aufgeführt werden</translation>
    </message>
    <message>
        <source>The whole graph, or all rows and lanes as far as they can be read</source>
        <translation>Der ganze Graph, oder alle Zeilen und Spalten, soweit sie lesbar bleiben</translation>
    </message>
    <message>
        <source>Maps and states become blocks; loops, branches and nested SDFGs one row each</source>
        <translation>Maps und Zustände werden Blöcke; Schleifen, Zweige und verschachtelte SDFGs je eine Zeile</translation>
    </message>
    <message>
        <source>&amp;Arguments as one lane</source>
        <translation>&amp;Argumente als eine Spalte</translation>
    </message>
    <message>
        <source>A small picture of all of the graph</source>
        <translation>Ein kleines Bild des ganzen Graphen</translation>
    </message>
    <message>
        <source>Show what the chosen fusion would &amp;change</source>
        <translation>Zeigen, was die gewählte Verschmelzung ändern &amp;würde</translation>
    </message>
    <message>
        <source>Rows that merge, arrays that go and the new totals, as Enter does in the program view</source>
        <translation>Zeilen, die eins werden, Felder, die wegfallen, und die neuen Summen, wie Eingabe in der Programmansicht</translation>
    </message>
    <message>
        <source>&amp;Move panes together</source>
        <translation>Ansichten ge&amp;meinsam bewegen</translation>
    </message>
    <message>
        <source>Scrolling and zooming in one of two panes moves the other to the partners of what is seen</source>
        <translation>Rollen und Vergrößern in einer von zwei Ansichten bewegt die andere zu den Partnern dessen, was zu sehen ist</translation>
    </message>
    <message>
        <source>nothing to show</source>
        <translation>nichts zu zeigen</translation>
    </message>
    <message>
        <source>bytes that a kernel moves at least</source>
        <translation>Bytes, die ein Kernel mindestens bewegt</translation>
    </message>
    <message>
        <source>all %1, the arguments alone %2 (%3)</source>
        <translation>alle %1, die Argumente allein %2 (%3)</translation>
    </message>
    <message>
        <source>operations of a kernel</source>
        <translation>Operationen eines Kernels</translation>
    </message>
    <message>
        <source>operations per byte that a kernel moves at least</source>
        <translation>Operationen je Byte, das ein Kernel mindestens bewegt</translation>
    </message>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>iterations of a map</source>
        <translation>Iterationen einer Map</translation>
    </message>
    <message>
        <source>size of an array</source>
        <translation>Größe eines Feldes</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels that a temporary lives for</source>
        <translation>Kernel, über die ein temporäres Feld lebt</translation>
    </message>
    <message>
        <source>at most %1 of %2 at once</source>
        <translation>höchstens %1 von %2 zugleich</translation>
    </message>
    <message>
        <source>elements that move along an edge in a run</source>
        <translation>Elemente, die sich in einem Lauf über eine Kante bewegen</translation>
    </message>
    <message>
        <source>how often an edge moves each element of its region</source>
        <translation>wie oft eine Kante jedes Element ihres Bereichs bewegt</translation>
    </message>
    <message>
        <source>bytes that move along an edge in a run</source>
        <translation>Bytes, die sich in einem Lauf über eine Kante bewegen</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Kinds of nodes in their own colours</source>
        <translation>Arten von Knoten in ihren eigenen Farben</translation>
    </message>
    <message>
        <source>Measured time</source>
        <translation>Gemessene Zeit</translation>
    </message>
    <message>
        <source>Of kernels, as they were measured last</source>
        <translation>Der Kernel, wie sie zuletzt gemessen wurden</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>Bewegte Bytes</translation>
    </message>
    <message>
        <source>What a kernel has to move at least, and the arguments of the program alone</source>
        <translation>Was ein Kernel mindestens bewegen muss, und die Argumente des Programms allein</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Of floating point, for the sizes of the run</source>
        <translation>Mit Gleitkommazahlen, für die Größen des Laufs</translation>
    </message>
    <message>
        <source>Operations per byte</source>
        <translation>Operationen je Byte</translation>
    </message>
    <message>
        <source>What a roofline has along</source>
        <translation>Was eine Roofline in der Breite hat</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>How large the ranges of maps are</source>
        <translation>Wie groß die Bereiche der Maps sind</translation>
    </message>
    <message>
        <source>Ranges: too large, overlapping, split</source>
        <translation>Bereiche: zu groß, überlappend, geteilt</translation>
    </message>
    <message>
        <source>Kernels that compute what nobody reads or what another one overwrites, and maps that were cut for nothing</source>
        <translation>Kernel, die berechnen, was niemand liest oder ein anderer überschreibt, und umsonst geteilte Maps</translation>
    </message>
    <message>
        <source>Blocking over levels</source>
        <translation>Blocken über Ebenen</translation>
    </message>
    <message>
        <source>Maps that are blocked, and those that read the same on every level</source>
        <translation>Maps, die geblockt sind, und solche, die auf jeder Ebene dasselbe lesen</translation>
    </message>
    <message>
        <source>Size of arrays</source>
        <translation>Größe der Felder</translation>
    </message>
    <message>
        <source>In bytes, for the sizes of the run</source>
        <translation>In Bytes, für die Größen des Laufs</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicherort</translation>
    </message>
    <message>
        <source>Arguments, tables, and temporaries by their storage</source>
        <translation>Argumente, Tabellen, und temporäre Felder nach ihrem Speicherort</translation>
    </message>
    <message>
        <source>Lifetime of temporaries</source>
        <translation>Lebensdauer temporärer Felder</translation>
    </message>
    <message>
        <source>How many kernels lie between the first use and the last one</source>
        <translation>Wie viele Kernel zwischen der ersten und der letzten Verwendung liegen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Errors, warnings and hints of the validation</source>
        <translation>Fehler, Warnungen und Hinweise der Prüfung</translation>
    </message>
    <message>
        <source>Difference to the other pane</source>
        <translation>Unterschied zur anderen Ansicht</translation>
    </message>
    <message>
        <source>Kernels and temporaries that the other pane does not have so</source>
        <translation>Kernel und temporäre Felder, die die andere Ansicht so nicht hat</translation>
    </message>
    <message>
        <source>Kinds of edges in their own colours</source>
        <translation>Arten von Kanten in ihren eigenen Farben</translation>
    </message>
    <message>
        <source>In one run, all iterations together</source>
        <translation>In einem Lauf, alle Iterationen zusammen</translation>
    </message>
    <message>
        <source>Elements moved</source>
        <translation>Bewegte Elemente</translation>
    </message>
    <message>
        <source>Moves per element</source>
        <translation>Bewegungen je Element</translation>
    </message>
    <message>
        <source>More than once where iterations read the same</source>
        <translation>Mehr als einmal, wo Iterationen dasselbe lesen</translation>
    </message>
    <message>
        <source>neighbour table</source>
        <translation>Nachbartabelle</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporär</translation>
    </message>
    <message>
        <source>ranges of maps</source>
        <translation>Bereiche der Maps</translation>
    </message>
    <message>
        <source>computes what nobody reads</source>
        <translation>rechnet, was niemand liest</translation>
    </message>
    <message>
        <source>overwritten before it is read</source>
        <translation>überschrieben, bevor es gelesen wird</translation>
    </message>
    <message>
        <source>split for nothing</source>
        <translation>umsonst geteilt</translation>
    </message>
    <message>
        <source>all that is written is read</source>
        <translation>alles Geschriebene wird gelesen</translation>
    </message>
    <message>
        <source>%1 of %2 that are written of %3 are read by nobody</source>
        <translation>%1 von %2, die von %3 geschrieben werden, liest niemand</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>blocking over levels</source>
        <translation>Blocken über Ebenen</translation>
    </message>
    <message>
        <source>could be blocked</source>
        <translation>ließe sich blocken</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>geblockt</translation>
    </message>
    <message>
        <source>nothing to gain</source>
        <translation>nichts zu gewinnen</translation>
    </message>
    <message>
        <source>map</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>maps</source>
        <translation>Maps</translation>
    </message>
    <message>
        <source>storage of arrays</source>
        <translation>Speicherort der Felder</translation>
    </message>
    <message>
        <source>array</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>arrays</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>nothing is wrong</source>
        <translation>nichts ist falsch</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>difference to the other pane</source>
        <translation>Unterschied zur anderen Ansicht</translation>
    </message>
    <message>
        <source>there is no other pane with another variant</source>
        <translation>es gibt keine andere Ansicht mit einer anderen Variante</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>as there</source>
        <translation>wie dort</translation>
    </message>
    <message>
        <source>open sizes</source>
        <translation>offene Größen</translation>
    </message>
    <message>
        <source>%1, %2; there %3, %4</source>
        <translation>%1, %2; dort %3, %4</translation>
    </message>
    <message>
        <source>a temporary that the other pane does not have</source>
        <translation>ein temporäres Feld, das die andere Ansicht nicht hat</translation>
    </message>
    <message>
        <source>Time from a change to the copy on disk that a crash leaves</source>
        <translation>Zeit von einer Änderung bis zur Kopie auf der Platte, die ein Absturz lässt</translation>
    </message>
    <message>
        <source>Writes the current variant as a graph, a library or options for GT4Py; the input stays as it is</source>
        <translation>Schreibt die aktuelle Variante als Graph, als Bibliothek oder als Optionen für GT4Py; die Eingabe bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Overlay on nodes</source>
        <translation>Farben der Knoten</translation>
    </message>
    <message>
        <source>Overlay on edges</source>
        <translation>Farben der Kanten</translation>
    </message>
    <message>
        <source>Find in the other view</source>
        <translation>In der anderen Ansicht suchen</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Go in</source>
        <translation>Hineingehen</translation>
    </message>
    <message>
        <source>Isolate the scope</source>
        <translation>Bereich allein zeigen</translation>
    </message>
    <message>
        <source>Go out</source>
        <translation>Hinausgehen</translation>
    </message>
    <message>
        <source>Collapse or expand</source>
        <translation>Ein- oder ausklappen</translation>
    </message>
    <message>
        <source>Show all &amp;transformations</source>
        <translation>Alle &amp;Transformationen zeigen</translation>
    </message>
    <message>
        <source>Advice for the selectio&amp;n</source>
        <translation>Vorschläge für die Aus&amp;wahl</translation>
    </message>
    <message>
        <source>Tabs and linked panes</source>
        <translation>Reiter und verbundene Ansichten</translation>
    </message>
    <message>
        <source>variants, generations or files side by side (Ctrl+\)</source>
        <translation>Varianten, Generationen oder Dateien nebeneinander (Strg+\)</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>best first, with what each step saves (Alt+3)</source>
        <translation>das Beste zuerst, mit dem, was jeder Schritt spart (Alt+3)</translation>
    </message>
    <message>
        <source>Overlays</source>
        <translation>Überlagerungen</translation>
    </message>
    <message>
        <source>bytes, lifetimes, blocking and more as colours with numbers</source>
        <translation>Bytes, Lebensdauern, Blockung und mehr als Farben mit Zahlen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>a slider through the steps, two lines of them aligned (Alt+4)</source>
        <translation>ein Regler durch die Schritte, zwei Linien davon aneinander ausgerichtet (Alt+4)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>kernels as a library that needs nothing of Mapwright (Ctrl+E)</source>
        <translation>Kernel als Bibliothek, die nichts von Mapwright braucht (Strg+E)</translation>
    </message>
    <message>
        <source>drop its .json and .csv files on this window</source>
        <translation>die .json- und .csv-Dateien in dieses Fenster ziehen</translation>
    </message>
    <message>
        <source>a CPU</source>
        <translation>eine CPU</translation>
    </message>
    <message>
        <source>a %1</source>
        <translation>eine %1</translation>
    </message>
    <message>
        <source>an %1</source>
        <translation>eine %1</translation>
    </message>
    <message>
        <source>What the program was made for</source>
        <translation>Wofür das Programm gemacht wurde</translation>
    </message>
    <message>
        <source>Predict times for</source>
        <translation>Zeiten vorhersagen für</translation>
    </message>
    <message>
        <source>The device that Advice, Optimise and the program view predict for (docs/devices.md)</source>
        <translation>Das Gerät, für das Empfehlungen, Optimieren und die Programmansicht vorhersagen (docs/devices.md)</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>An&amp;wenden</translation>
    </message>
    <message>
        <source>The current step: the bracket or the line of advice that was chosen last, else the best that is advised for the selection</source>
        <translation>Den aktuellen Schritt: die zuletzt gewählte Klammer oder Zeile der Vorschläge, sonst den besten, zu dem für die Auswahl geraten wird</translation>
    </message>
    <message>
        <source>Tr&amp;y</source>
        <translation>Pro&amp;bieren</translation>
    </message>
    <message>
        <source>Applies the current step, compares the outputs, times it against the variant before, and pins both</source>
        <translation>Wendet den aktuellen Schritt an, vergleicht die Ausgaben, misst ihn gegen die Variante davor und heftet beide an</translation>
    </message>
    <message>
        <source>The transformation of the current step, again and again until no place is left</source>
        <translation>Die Transformation des aktuellen Schritts, immer wieder, bis keine Stelle mehr bleibt</translation>
    </message>
    <message>
        <source>Of the program view: room for temporaries</source>
        <translation>In der Programmansicht: Platz für temporäre Felder</translation>
    </message>
    <message>
        <source>Arguments are lanes of the program view: Ctrl+2 shows it</source>
        <translation>Argumente sind Bahnen der Programmansicht: Strg+2 zeigt sie</translation>
    </message>
    <message>
        <source>No program is open</source>
        <translation>Kein Programm ist offen</translation>
    </message>
    <message>
        <source>Brackets stand in the program view: Ctrl+2 shows it</source>
        <translation>Klammern stehen in der Programmansicht: Strg+2 zeigt sie</translation>
    </message>
    <message>
        <source>Nothing here could be fused</source>
        <translation>Hier lässt sich nichts verschmelzen</translation>
    </message>
    <message>
        <source>Possible fusion &amp;before</source>
        <translation>Mögliche Verschmelzung &amp;davor</translation>
    </message>
    <message>
        <source>Of the program view, from the current row back</source>
        <translation>Der Programmansicht, von der aktuellen Zeile zurück</translation>
    </message>
    <message>
        <source>No bracket is chosen: ] goes to the next one</source>
        <translation>Keine Klammer ist gewählt: ] geht zur nächsten</translation>
    </message>
    <message>
        <source>Order of the rows of the program view</source>
        <translation>Reihenfolge der Zeilen der Programmansicht</translation>
    </message>
    <message>
        <source>Rows as in the program</source>
        <translation>Zeilen wie im Programm</translation>
    </message>
    <message>
        <source>Rows by bytes</source>
        <translation>Zeilen nach Bytes</translation>
    </message>
    <message>
        <source>Rows by time</source>
        <translation>Zeilen nach Zeit</translation>
    </message>
    <message>
        <source>Of the program view, against the other pane</source>
        <translation>Der Programmansicht, gegen die andere Ansicht</translation>
    </message>
    <message>
        <source>There is nothing to compare with: Ctrl+\ splits the view, Ctrl+2 shows kernels in order</source>
        <translation>Es gibt nichts zum Vergleichen: Strg+\ teilt die Ansicht, Strg+2 zeigt die Kernel der Reihe nach</translation>
    </message>
    <message>
        <source>Lin&amp;k programs …</source>
        <translation>Programme ver&amp;binden …</translation>
    </message>
    <message>
        <source>One program of several that run one after the other on shared arrays</source>
        <translation>Ein Programm aus mehreren, die nacheinander auf gemeinsamen Feldern laufen</translation>
    </message>
    <message>
        <source>&amp;Take the linked program apart …</source>
        <translation>Verbundenes Programm &amp;trennen …</translation>
    </message>
    <message>
        <source>At the exchanges that it was linked with, into a folder</source>
        <translation>An den Austauschen, mit denen es verbunden wurde, in einen Ordner</translation>
    </message>
    <message>
        <source>&amp;Legend of the marks</source>
        <translation>&amp;Legende der Zeichen</translation>
    </message>
    <message>
        <source>?</source>
        <translation>?</translation>
    </message>
    <message>
        <source>What dots, waves and bars of the program view mean</source>
        <translation>Was Punkte, Wellen und Balken der Programmansicht bedeuten</translation>
    </message>
    <message>
        <source>These are marks of the program view: Ctrl+2 shows it</source>
        <translation>Das sind Zeichen der Programmansicht: Strg+2 zeigt sie</translation>
    </message>
    <message>
        <source>&amp;Hide all panels</source>
        <translation>Alle Bereiche aus&amp;blenden</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>Room for the program; again: all panels as they were. A double click on a tab or title lets that one fill the window</source>
        <translation>Platz für das Programm; noch einmal: alle Bereiche wie zuvor. Ein Doppelklick auf einen Reiter oder Titel lässt diesen das Fenster füllen</translation>
    </message>
    <message>
        <source>Let the panel &amp;fill the window</source>
        <translation>Den Bereich das Fenster &amp;füllen lassen</translation>
    </message>
    <message>
        <source>Shift+F11</source>
        <translation>Shift+F11</translation>
    </message>
    <message>
        <source>The panel that has the keyboard, or else the pane; again: all as it was</source>
        <translation>Der Bereich mit der Tastatur, sonst die Ansicht; noch einmal: alles wie zuvor</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>&amp;Dokumentation</translation>
    </message>
    <message>
        <source>Shift+F1</source>
        <translation>Shift+F1</translation>
    </message>
    <message>
        <source>All pages, with a search over them</source>
        <translation>Alle Seiten, mit einer Suche darin</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>Every action that has a key</source>
        <translation>Jede Aktion, die eine Taste hat</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <source>Each word once: SDFG, map, memlet, kernel</source>
        <translation>Jedes Wort einmal: SDFG, Map, Memlet, Kernel</translation>
    </message>
    <message>
        <source>&amp;Transformations by name</source>
        <translation>&amp;Transformationen nach Namen</translation>
    </message>
    <message>
        <source>Titles and technical names, with what each does</source>
        <translation>Titel und technische Namen, und was jede tut</translation>
    </message>
    <message>
        <source>&amp;About Mapwright</source>
        <translation>&amp;Über Mapwright</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versionen und Lizenzen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>what it does</source>
        <translation>was sie tut</translation>
    </message>
    <message>
        <source>In the program view</source>
        <translation>In der Programmansicht</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>shows what the chosen bracket would change; again: does it</source>
        <translation>zeigt, was die gewählte Klammer ändern würde; noch einmal: tut es</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>takes back: preview, bracket, order of the rows</source>
        <translation>nimmt zurück: Vorschau, Klammer, Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>folds and unfolds a heading, else scrolls the lanes</source>
        <translation>klappt eine Überschrift zu und auf, verschiebt sonst die Spuren</translation>
    </message>
    <message>
        <source>Transformations by name</source>
        <translation>Transformationen nach Namen</translation>
    </message>
    <message>
        <source>The window calls a transformation by its title, commands, recipes and messages by its technical name.</source>
        <translation>Das Fenster nennt eine Transformation bei ihrem Titel, Befehle, Rezepte und Meldungen bei ihrem technischen Namen.</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>technical name</source>
        <translation>technischer Name</translation>
    </message>
    <message>
        <source>A workbench for SDFGs: see, rewrite, compile and time them.</source>
        <translation>Eine Werkbank für SDFGs: sehen, umschreiben, übersetzen und messen.</translation>
    </message>
    <message>
        <source>Mapwright is under the BSD-3-Clause licence. This program links QScintilla and is as a whole under the GPL, version 3. It comes without any warranty.</source>
        <translation>Mapwright steht unter der Lizenz BSD-3-Clause. Dieses Programm bindet QScintilla ein und steht als Ganzes unter der GPL, Version 3. Es kommt ohne jede Gewährleistung.</translation>
    </message>
    <message>
        <source>What it is made with</source>
        <translation>Womit es gemacht ist</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Graphviz, in a process of its own</source>
        <translation>Graphviz, in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>Texts of the licences are installed beside the documentation, in the files copyright and linked.</source>
        <translation>Die Texte der Lizenzen sind neben der Dokumentation installiert, in den Dateien copyright und linked.</translation>
    </message>
    <message>
        <source>About Mapwright</source>
        <translation>Über Mapwright</translation>
    </message>
    <message>
        <source>one map: a sum over neighbours</source>
        <translation>eine Map: eine Summe über Nachbarn</translation>
    </message>
    <message>
        <source>three maps, two of which fuse; why not the third</source>
        <translation>drei Maps, zwei verschmelzen; warum nicht die dritte</translation>
    </message>
    <message>
        <source>eleven small maps that fuse to one: begin here</source>
        <translation>elf kleine Maps, aus denen eine wird: hier anfangen</translation>
    </message>
    <message>
        <source>element by element, no neighbours</source>
        <translation>Element für Element, ohne Nachbarn</translation>
    </message>
    <message>
        <source>reads through a neighbour table</source>
        <translation>liest über eine Nachbartabelle</translation>
    </message>
    <message>
        <source>a sum over the edges of a cell</source>
        <translation>eine Summe über die Kanten einer Zelle</translation>
    </message>
    <message>
        <source>from cells to cells</source>
        <translation>von Zellen zu Zellen</translation>
    </message>
    <message>
        <source>the four vertices around an edge</source>
        <translation>die vier Ecken um eine Kante</translation>
    </message>
    <message>
        <source>several results, several readers</source>
        <translation>mehrere Ergebnisse, mehrere Leser</translation>
    </message>
    <message>
        <source>ranges of edges, a choice</source>
        <translation>Bereiche von Kanten, eine Wahl</translation>
    </message>
    <message>
        <source>two rings of neighbours</source>
        <translation>zwei Ringe von Nachbarn</translation>
    </message>
    <message>
        <source>levels from a table</source>
        <translation>Schichten aus einer Tabelle</translation>
    </message>
    <message>
        <source>reads the level above</source>
        <translation>liest die Schicht darüber</translation>
    </message>
    <message>
        <source>a condition by value</source>
        <translation>eine Bedingung nach Wert</translation>
    </message>
    <message>
        <source>scans: a solver for each column</source>
        <translation>Scans: ein Löser für jede Säule</translation>
    </message>
    <message>
        <source>neighbours that are missing</source>
        <translation>Nachbarn, die fehlen</translation>
    </message>
    <message>
        <source>Beside this one</source>
        <translation>Neben diesem</translation>
    </message>
    <message>
        <source>%1 (not for the chosen device, %2)</source>
        <translation>%1 (nicht das gewählte Gerät, %2)</translation>
    </message>
    <message>
        <source>Times are being predicted …</source>
        <translation>Zeiten werden vorhergesagt …</translation>
    </message>
    <message>
        <source>After %1 s: %2 of %3 times are by bytes and launches alone</source>
        <translation>Nach %1 s: %2 von %3 Zeiten nur nach Bytes und Starts</translation>
    </message>
    <message>
        <source>After %1 s: not everything was looked at</source>
        <translation>Nach %1 s: nicht alles wurde angesehen</translation>
    </message>
    <message>
        <source>Times are predicted for %1</source>
        <translation>Zeiten sind für %1 vorhergesagt</translation>
    </message>
    <message>
        <source>Written by hand, and kept as no variant: %1.</source>
        <translation>Von Hand geschrieben und als keine Variante behalten: %1.</translation>
    </message>
    <message>
        <source>&amp;Formulas in the inspector</source>
        <translation>&amp;Formeln im Inspektor</translation>
    </message>
    <message>
        <source>Behind numbers of a run, what the document has in their place; tips have it always</source>
        <translation>Hinter Zahlen eines Laufs, was der Graph an ihrer Stelle hat; Tipps haben es immer</translation>
    </message>
    <message>
        <source>measured on %1, not for the sizes shown</source>
        <translation>auf %1 gemessen, nicht für die gezeigten Größen</translation>
    </message>
</context>
<context>
    <name>mw::app::ActionTable</name>
    <message>
        <source>There is no action &quot;%1&quot;.</source>
        <translation>Es gibt keine Aktion „%1“.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (%2) can&apos;t be used now.</source>
        <translation>„%1“ (%2) geht jetzt nicht.</translation>
    </message>
</context>
<context>
    <name>mw::app::BenchRunner</name>
    <message>
        <source>Looking for devices</source>
        <translation>Geräte werden gesucht</translation>
    </message>
    <message>
        <source>No device answers</source>
        <translation>Kein Gerät antwortet</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messung läuft</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>Der Lauf ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 tried</source>
        <translation>%1 probiert</translation>
    </message>
    <message>
        <source>form</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>forms</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Tuned: nothing is faster for certain; %1</source>
        <translation>Abgestimmt: nichts ist sicher schneller; %1</translation>
    </message>
    <message>
        <source>Tuned: %1 times faster (%2 to %3), outputs agree; %4</source>
        <translation>Abgestimmt: %1-mal schneller (%2 bis %3), Ausgaben stimmen überein; %4</translation>
    </message>
    <message>
        <source>Tuning</source>
        <translation>Feinabstimmung</translation>
    </message>
    <message>
        <source> (differs)</source>
        <translation> (weicht ab)</translation>
    </message>
    <message>
        <source>%1 on %2: %3; compiled in %4</source>
        <translation>%1 auf %2: %3; in %4 übersetzt</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>Feinabstimmung</translation>
    </message>
    <message>
        <source>Sweeping</source>
        <translation>Durchmessen</translation>
    </message>
</context>
<context>
    <name>mw::app::Bookmarks</name>
    <message>
        <source>No bookmark any more: %1</source>
        <translation>Kein Lesezeichen mehr: %1</translation>
    </message>
    <message>
        <source>Bookmark: %1</source>
        <translation>Lesezeichen: %1</translation>
    </message>
    <message>
        <source>No bookmark is in this variant</source>
        <translation>Kein Lesezeichen liegt in dieser Variante</translation>
    </message>
    <message>
        <source>%1 is not in this graph any more</source>
        <translation>%1 ist nicht mehr in diesem Graphen</translation>
    </message>
    <message>
        <source>The bookmark is of the variant %1</source>
        <translation>Das Lesezeichen gehört zur Variante %1</translation>
    </message>
</context>
<context>
    <name>mw::app::Breadcrumb</name>
    <message>
        <source>Scopes around what is shown</source>
        <translation>Was um das Gezeigte liegt</translation>
    </message>
    <message>
        <source>Scopes in between</source>
        <translation>Was dazwischen liegt</translation>
    </message>
    <message>
        <source>%1: what is shown</source>
        <translation>%1: was gezeigt wird</translation>
    </message>
    <message>
        <source>Out to %1</source>
        <translation>Hinaus zu %1</translation>
    </message>
</context>
<context>
    <name>mw::app::CommandPalette</name>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Action to find</source>
        <translation>Gesuchte Aktion</translation>
    </message>
    <message>
        <source>Actions found</source>
        <translation>Gefundene Aktionen</translation>
    </message>
</context>
<context>
    <name>mw::app::ConsentDialog</name>
    <message>
        <source>C++ in the graph</source>
        <translation>C++ im Graphen</translation>
    </message>
    <message>
        <source>%1 carries C++ of its own, which can do on this machine whatever you can do. It is compiled and run only when you agree, now and whenever this file carries the same code.</source>
        <translation>%1 enthält eigenes C++, das auf diesem Rechner alles kann, was Sie können. Es wird nur übersetzt und ausgeführt, wenn Sie zustimmen: jetzt und immer, wenn diese Datei denselben Code enthält.</translation>
    </message>
    <message>
        <source>Trust this file</source>
        <translation>Dieser Datei vertrauen</translation>
    </message>
</context>
<context>
    <name>mw::app::ContextMenus</name>
    <message>
        <source>Nothing applies here</source>
        <translation>Hier passt nichts</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
</context>
<context>
    <name>mw::app::CurrentStep</name>
    <message>
        <source>%1 can&apos;t be done: %2</source>
        <translation>%1 geht nicht: %2</translation>
    </message>
    <message>
        <source>%1 can&apos;t be done: nothing here has its shape</source>
        <translation>%1 geht nicht: nichts hier hat diese Form</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no step: choose a line that says what to apply</source>
        <translation>„%1“ ist kein Schritt: wählen Sie eine Zeile, die sagt, was anzuwenden ist</translation>
    </message>
    <message>
        <source>No step is chosen: choose a bracket of the program view (Ctrl+2, then ]) or a line of Advice (Alt+3)</source>
        <translation>Kein Schritt ist gewählt: wählen Sie eine Klammer der Programmansicht (Strg+2, dann ]) oder eine Zeile der Vorschläge (Alt+3)</translation>
    </message>
</context>
<context>
    <name>mw::app::DaceMenu</name>
    <message>
        <source>&amp;DaCe version</source>
        <translation>&amp;DaCe-Version</translation>
    </message>
    <message>
        <source>The release of DaCe that builds the program: what releases read differently is read as this one does</source>
        <translation>Die Ausgabe von DaCe, die das Programm übersetzt: Was Ausgaben verschieden lesen, wird wie von dieser gelesen</translation>
    </message>
    <message>
        <source>No program is open</source>
        <translation>Kein Programm ist offen</translation>
    </message>
    <message>
        <source>As the file states</source>
        <translation>Wie in der Datei angegeben</translation>
    </message>
</context>
<context>
    <name>mw::app::DeviceListings</name>
    <message>
        <source>%1 for %2 by %3</source>
        <translation>%1 für %2 von %3</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Not remembered</source>
        <translation>Nicht gemerkt</translation>
    </message>
</context>
<context>
    <name>mw::app::DifferenceBar</name>
    <message>
        <source>What differs between the panes</source>
        <translation>Was sich zwischen den Ansichten unterscheidet</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Which kernels became which, which temporaries went, what is laid out anew</source>
        <translation>Welche Kernel zu welchen wurden, welche temporären Felder wegfielen, was neu angeordnet ist</translation>
    </message>
    <message>
        <source>Everything that differs between the panes</source>
        <translation>Alles, was sich zwischen den Ansichten unterscheidet</translation>
    </message>
</context>
<context>
    <name>mw::app::ExportDialog</name>
    <message>
        <source>Blocks and registers of kernels go with the graph. Levels per thread, loads in groups and hints to the caches do not: they are kept beside it for Mapwright.</source>
        <translation>Blöcke und Register der Kernel gehen mit dem Graphen mit. Ebenen je Thread, Laden in Gruppen und Hinweise an die Caches nicht: sie stehen für Mapwright daneben.</translation>
    </message>
    <message>
        <source>All of the variant goes with it, its launches included. It has the interface of DaCe&apos;s own build and needs neither Mapwright nor DaCe where it runs.</source>
        <translation>Die ganze Variante geht mit, auch ihre Starts. Sie hat die Schnittstelle, die DaCe selbst erzeugt, und braucht dort, wo sie läuft, weder Mapwright noch DaCe.</translation>
    </message>
    <message>
        <source>What GT4Py&apos;s optimiser has options for: which maps may be fused, blocking, blocks and registers. The other steps are lost.</source>
        <translation>Wofür der Optimierer von GT4Py Optionen hat: welche Maps vereint werden dürfen, Blockung, Blöcke und Register. Die anderen Schritte gehen verloren.</translation>
    </message>
    <message>
        <source>Export the variant</source>
        <translation>Variante exportieren</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>As</source>
        <translation>Als</translation>
    </message>
    <message>
        <source>Graph, for DaCe and GT4Py (.sdfg, .sdfgz)</source>
        <translation>Graph, für DaCe und GT4Py (.sdfg, .sdfgz)</translation>
    </message>
    <message>
        <source>Library of its kernels (.so)</source>
        <translation>Bibliothek der Kernel (.so)</translation>
    </message>
    <message>
        <source>Options for GT4Py&apos;s optimiser (.py)</source>
        <translation>Optionen für den Optimierer von GT4Py (.py)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>Dialekt</translation>
    </message>
    <message>
        <source>As it was read</source>
        <translation>Wie gelesen</translation>
    </message>
    <message>
        <source>Plain, for DaCe 1</source>
        <translation>Ohne Zeichen, für DaCe 1</translation>
    </message>
    <message>
        <source>Dollar, for DaCe 2</source>
        <translation>Mit Dollar, für DaCe 2</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>that of the device here; else sm_90, gfx90a, …</source>
        <translation>die des Geräts hier; sonst sm_90, gfx90a, …</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Only for the sizes of the run</source>
        <translation>Nur für die Größen des Laufs</translation>
    </message>
    <message>
        <source>Only for the sizes of the run: %1</source>
        <translation>Nur für die Größen des Laufs: %1</translation>
    </message>
    <message>
        <source>They are compiled in, and calls with others are refused</source>
        <translation>Sie werden eingesetzt, und Aufrufe mit anderen werden abgelehnt</translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Exports (*.sdfg *.sdfgz *.so *.py);;All files (*)</source>
        <translation>Exporte (*.sdfg *.sdfgz *.so *.py);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A file of this name is there, and will be replaced.</source>
        <translation>Eine Datei dieses Namens gibt es schon; sie wird ersetzt.</translation>
    </message>
    <message>
        <source>Exporting …</source>
        <translation>Es wird exportiert …</translation>
    </message>
    <message>
        <source>Not exported: its own C++ is not trusted</source>
        <translation>Nicht exportiert: seinem eigenen C++ wird nicht vertraut</translation>
    </message>
</context>
<context>
    <name>mw::app::FileKeeper</name>
    <message>
        <source>variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Open graphs or a project</source>
        <translation>Graphen oder ein Projekt öffnen</translation>
    </message>
    <message>
        <source>%1 has changes that were never saved.</source>
        <translation>%1 hat Änderungen, die nie gespeichert wurden.</translation>
    </message>
    <message>
        <source>Open it with them</source>
        <translation>Mit ihnen öffnen</translation>
    </message>
    <message>
        <source>the last session: %1, %2</source>
        <translation>die letzte Sitzung: %1, %2</translation>
    </message>
    <message>
        <source>Not restored</source>
        <translation>Nicht wiederhergestellt</translation>
    </message>
    <message>
        <source>%1 stays open with its %2.</source>
        <translation>%1 bleibt offen, mit %2.</translation>
    </message>
    <message>
        <source>Back to it</source>
        <translation>Dorthin zurück</translation>
    </message>
    <message>
        <source>%1 has changed since its session with %2.</source>
        <translation>%1 hat sich seit der Sitzung mit %2 geändert.</translation>
    </message>
    <message>
        <source>Open that session</source>
        <translation>Diese Sitzung öffnen</translation>
    </message>
    <message>
        <source>Save the project as</source>
        <translation>Projekt speichern als</translation>
    </message>
    <message>
        <source>Projects (*.mapwright)</source>
        <translation>Projekte (*.mapwright)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>%1: its session could not be written, and %2 not in any file. %3</source>
        <translation>%1: die Sitzung konnte nicht geschrieben werden, und %2 in keiner Datei. %3</translation>
    </message>
    <message>
        <source>1 variant is</source>
        <translation>1 Variante steht</translation>
    </message>
    <message>
        <source>%1 variants are</source>
        <translation>%1 Varianten stehen</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>%1 leaves %2, with its %3.</source>
        <translation>%1 verlässt %2, mit %3.</translation>
    </message>
    <message>
        <source>Still running, and lost with it: %1.</source>
        <translation>Läuft noch und ginge mit verloren: %1.</translation>
    </message>
    <message>
        <source>Graphs, projects, times (*.sdfg *.sdfgz *.mapwright *.json *.csv);;All files (*)</source>
        <translation>Graphen, Projekte, Zeiten (*.sdfg *.sdfgz *.mapwright *.json *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Recipes (*.json);;All files (*)</source>
        <translation>Rezepte (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Not replayed</source>
        <translation>Nicht abgespielt</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>%1 was not replayed</source>
        <translation>%1 wurde nicht abgespielt</translation>
    </message>
    <message>
        <source>%1 is a recipe of %2, made on %3.</source>
        <translation>%1 ist ein Rezept von %2, gemacht auf %3.</translation>
    </message>
    <message>
        <source>an unnamed program</source>
        <translation>einem Programm ohne Namen</translation>
    </message>
    <message>
        <source>Replay it on %1</source>
        <translation>Auf %1 abspielen</translation>
    </message>
    <message>
        <source>Replay a recipe</source>
        <translation>Ein Rezept abspielen</translation>
    </message>
    <message>
        <source>A program stays closed</source>
        <translation>Ein Programm bleibt geschlossen</translation>
    </message>
    <message>
        <source>the session</source>
        <translation>die Sitzung</translation>
    </message>
    <message>
        <source>1 input of %1 is not on this machine, and is shown as it was.</source>
        <translation>1 Eingabe von %1 ist nicht auf diesem Rechner und wird gezeigt, wie sie war.</translation>
    </message>
    <message>
        <source>%1 inputs of %2 are not on this machine, and are shown as they were.</source>
        <translation>%1 Eingaben von %2 sind nicht auf diesem Rechner und werden gezeigt, wie sie waren.</translation>
    </message>
    <message>
        <source>Changed since %1 was written, and shown as it was: %2.</source>
        <translation>Geändert, seit %1 geschrieben wurde, und gezeigt, wie es war: %2.</translation>
    </message>
    <message>
        <source>Open what is there now</source>
        <translation>Öffnen, was jetzt da ist</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Save the steps as a recipe</source>
        <translation>Schritte als Rezept speichern</translation>
    </message>
    <message>
        <source>Saving the recipe</source>
        <translation>Das Rezept wird gespeichert</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Folder for the programs</source>
        <translation>Ordner für die Programme</translation>
    </message>
    <message>
        <source>Taking apart</source>
        <translation>Trennt</translation>
    </message>
    <message>
        <source>Not taken apart</source>
        <translation>Nicht getrennt</translation>
    </message>
</context>
<context>
    <name>mw::app::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>In allen Seiten suchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Nothing has all these words</source>
        <translation>Nirgends stehen alle diese Wörter</translation>
    </message>
    <message>
        <source>%1 - Help</source>
        <translation>%1 - Hilfe</translation>
    </message>
</context>
<context>
    <name>mw::app::JobLog</name>
    <message>
        <source>%1: begins</source>
        <translation>%1: beginnt</translation>
    </message>
    <message>
        <source>%1: failed after %2 (begun %3)</source>
        <translation>%1: fehlgeschlagen nach %2 (begonnen %3)</translation>
    </message>
    <message>
        <source>%1: cancelled after %2 (begun %3)</source>
        <translation>%1: abgebrochen nach %2 (begonnen %3)</translation>
    </message>
    <message>
        <source>%1: no longer wanted after %2 (begun %3)</source>
        <translation>%1: nicht mehr gebraucht nach %2 (begonnen %3)</translation>
    </message>
    <message>
        <source>%1: done in %2 (begun %3)</source>
        <translation>%1: fertig in %2 (begonnen %3)</translation>
    </message>
</context>
<context>
    <name>mw::app::JobStatus</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancels what is running</source>
        <translation>Bricht ab, was läuft</translation>
    </message>
</context>
<context>
    <name>mw::app::LeaveDialog</name>
    <message>
        <source>Something would be lost</source>
        <translation>Etwas ginge verloren</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>Writes all programs with their variants and times to one file</source>
        <translation>Schreibt alle Programme mit ihren Varianten und Zeiten in eine Datei</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>mw::app::LinkDialog</name>
    <message>
        <source>Link programs</source>
        <translation>Programme verbinden</translation>
    </message>
    <message>
        <source>Arrays that they share</source>
        <translation>Gemeinsame Felder</translation>
    </message>
    <message>
        <source>Internal</source>
        <translation>Intern</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>Link …</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Programs that run one after the other, in this order:</source>
        <translation>Programme, die nacheinander laufen, in dieser Reihenfolge:</translation>
    </message>
    <message>
        <source>Arrays that they share. Tick those that nobody else reads: they become temporaries.</source>
        <translation>Gemeinsame Felder. Haken an die, die sonst niemand liest: Sie werden temporäre Felder.</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Sequence …</source>
        <translation>&amp;Folge …</translation>
    </message>
    <message>
        <source>Reads programs, calls and bindings from a file (docs/granules.md)</source>
        <translation>Liest Programme, Aufrufe und Bindungen aus einer Datei (docs/granules.md)</translation>
    </message>
    <message>
        <source>Open a sequence</source>
        <translation>Eine Folge öffnen</translation>
    </message>
    <message>
        <source>Sequences (*.json);;All files (*)</source>
        <translation>Folgen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Looking at what they share …</source>
        <translation>Gemeinsames wird gesucht …</translation>
    </message>
    <message>
        <source>Looking at what can be linked</source>
        <translation>Sucht, was verbunden werden kann</translation>
    </message>
    <message>
        <source>%1, %2 times</source>
        <translation>%1, %2-mal</translation>
    </message>
    <message>
        <source>Stays an argument: %1</source>
        <translation>Bleibt ein Argument: %1</translation>
    </message>
    <message>
        <source>They share no array.</source>
        <translation>Sie haben kein Feld gemeinsam.</translation>
    </message>
    <message>
        <source>An array whose name has no box cannot be internal; its tooltip says why.</source>
        <translation>Ein Feld ohne Kästchen kann nicht intern sein; sein Hinweis sagt, warum.</translation>
    </message>
    <message>
        <source>Write the linked program</source>
        <translation>Das verbundene Programm schreiben</translation>
    </message>
    <message>
        <source>Graphs (*.sdfgz *.sdfg)</source>
        <translation>Graphen (*.sdfgz *.sdfg)</translation>
    </message>
    <message>
        <source>Linking</source>
        <translation>Verbindet</translation>
    </message>
    <message>
        <source>— exchange —</source>
        <translation>— Austausch —</translation>
    </message>
    <message>
        <source>— exchange of %1 —</source>
        <translation>— Austausch von %1 —</translation>
    </message>
    <message>
        <source>%1, if %2</source>
        <translation>%1, wenn %2</translation>
    </message>
</context>
<context>
    <name>mw::app::Macros</name>
    <message>
        <source>1 action</source>
        <translation>1 Aktion</translation>
    </message>
    <message>
        <source>%1 actions</source>
        <translation>%1 Aktionen</translation>
    </message>
    <message>
        <source>Macro: %1</source>
        <translation>Makro: %1</translation>
    </message>
    <message>
        <source>Forget the macro %1</source>
        <translation>Makro %1 vergessen</translation>
    </message>
    <message>
        <source>Takes it out of the palette</source>
        <translation>Nimmt es aus der Befehlssuche</translation>
    </message>
    <message>
        <source>Recording a macro: what you do by menus, keys and the palette becomes its steps</source>
        <translation>Ein Makro wird aufgezeichnet: was Sie mit Menüs, Tasten und der Befehlssuche tun, wird zu seinen Schritten</translation>
    </message>
    <message>
        <source>Nothing was recorded</source>
        <translation>Es wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>Name of the macro</source>
        <translation>Name des Makros</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The palette has the macro %1</source>
        <translation>Die Befehlssuche hat das Makro %1</translation>
    </message>
    <message>
        <source>A macro runs already</source>
        <translation>Es läuft schon ein Makro</translation>
    </message>
    <message>
        <source>The macro</source>
        <translation>Das Makro</translation>
    </message>
    <message>
        <source>%1: done</source>
        <translation>%1: fertig</translation>
    </message>
    <message>
        <source>%1 stopped. %2</source>
        <translation>%1 hielt an. %2</translation>
    </message>
</context>
<context>
    <name>mw::app::MainWindow</name>
    <message>
        <source>Export the picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</source>
        <translation>SVG (*.svg);;PDF (*.pdf);;PNG (*.png)</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>Nicht exportiert</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 exportiert</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>%1 The default is taken (%2)</source>
        <translation>%1 Es gilt die Vorgabe (%2)</translation>
    </message>
    <message>
        <source>Safe mode: default settings and layout, nothing is restored. What is done here is kept in %1</source>
        <translation>Abgesicherter Start: Vorgaben für Einstellungen und Anordnung, nichts wird wiederhergestellt. Was hier getan wird, bleibt in %1</translation>
    </message>
</context>
<context>
    <name>mw::app::MessageBar</name>
    <message>
        <source>Closes this line</source>
        <translation>Schließt diese Zeile</translation>
    </message>
    <message>
        <source>Shows every line</source>
        <translation>Zeigt jede Zeile</translation>
    </message>
    <message>
        <source>and %1 more, which stand in the log</source>
        <translation>und %1 weitere, die im Protokoll stehen</translation>
    </message>
    <message>
        <source>and %1 more …</source>
        <translation>und %1 weitere …</translation>
    </message>
</context>
<context>
    <name>mw::app::MisfitDialog</name>
    <message>
        <source>&amp;Do it here</source>
        <translation>&amp;Hier tun</translation>
    </message>
    <message>
        <source>Steps of the recipe that found no place</source>
        <translation>Schritte des Rezepts, die keine Stelle fanden</translation>
    </message>
    <message>
        <source>In the recipe</source>
        <translation>Im Rezept</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Alike</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>How much of what is computed before, at and behind the place is the same</source>
        <translation>Wie viel von dem gleich ist, was vor, an und hinter der Stelle berechnet wird</translation>
    </message>
    <message>
        <source>Looking for places …</source>
        <translation>Stellen werden gesucht …</translation>
    </message>
    <message>
        <source>Looking for places of the recipe&apos;s steps</source>
        <translation>Suche nach Stellen für die Schritte des Rezepts</translation>
    </message>
    <message>
        <source>applies nowhere</source>
        <translation>lässt sich nirgends anwenden</translation>
    </message>
    <message>
        <source>Every step of the recipe is done.</source>
        <translation>Jeder Schritt des Rezepts ist getan.</translation>
    </message>
    <message>
        <source>Below each step stand the places of this program where it applies, those first where most of the same is computed. A line selects its place in every view; Return does the step there.</source>
        <translation>Unter jedem Schritt stehen die Stellen dieses Programms, an denen er sich anwenden lässt, zuerst die, an denen am meisten Gleiches berechnet wird. Eine Zeile wählt ihre Stelle in jeder Ansicht aus; die Eingabetaste tut den Schritt dort.</translation>
    </message>
</context>
<context>
    <name>mw::app::Notices</name>
    <message>
        <source>%1 of %2 steps of the recipe were left out. Step %3</source>
        <translation>%1 von %2 Schritten des Rezepts wurden ausgelassen. Schritt %3</translation>
    </message>
    <message>
        <source>Nearest places …</source>
        <translation>Nächste Stellen …</translation>
    </message>
    <message>
        <source>Show in the folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>mw::app::OutsideIndex</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Following an index</source>
        <translation>Ein Index wird verfolgt</translation>
    </message>
</context>
<context>
    <name>mw::app::OverlayBox</name>
    <message>
        <source>Colours of nodes</source>
        <translation>Farben der Knoten</translation>
    </message>
    <message>
        <source>Colours of edges</source>
        <translation>Farben der Kanten</translation>
    </message>
    <message>
        <source>What the colours of nodes and kernels say</source>
        <translation>Was die Farben von Knoten und Kerneln sagen</translation>
    </message>
    <message>
        <source>What the colours of edges say</source>
        <translation>Was die Farben der Kanten sagen</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>Knoten: %1</translation>
    </message>
    <message>
        <source>Edges: %1</source>
        <translation>Kanten: %1</translation>
    </message>
</context>
<context>
    <name>mw::app::PaneFrame</name>
    <message>
        <source>Programs that are open in the other pane</source>
        <translation>Programme, die in der anderen Ansicht offen sind</translation>
    </message>
    <message>
        <source>Closes this pane; its programs stay open</source>
        <translation>Schließt diese Ansicht; ihre Programme bleiben offen</translation>
    </message>
</context>
<context>
    <name>mw::app::PaneHandle</name>
    <message>
        <source>Which kernels became which</source>
        <translation>Welche Kernel zu welchen wurden</translation>
    </message>
</context>
<context>
    <name>mw::app::PaneLink</name>
    <message>
        <source>Pairing the kernels of both panes</source>
        <translation>Kernel beider Ansichten werden gepaart</translation>
    </message>
    <message>
        <source>Both panes have the same kernels, arrays and bytes.</source>
        <translation>Beide Ansichten haben dieselben Kernel, Felder und Bytes.</translation>
    </message>
    <message>
        <source>; kernels of %1 became %2</source>
        <translation>; aus Kerneln von %1 wurden %2</translation>
    </message>
    <message>
        <source>only here: %1</source>
        <translation>nur hier: %1</translation>
    </message>
    <message>
        <source>Both panes have the same kernels and arrays.</source>
        <translation>Beide Ansichten haben dieselben Kernel und Felder.</translation>
    </message>
</context>
<context>
    <name>mw::app::PaneOverlays</name>
    <message>
        <source>Colours: %1</source>
        <translation>Farben: %1</translation>
    </message>
    <message>
        <source>Counting bytes at the edges</source>
        <translation>Bytes an den Kanten werden gezählt</translation>
    </message>
</context>
<context>
    <name>mw::app::PaneTabs</name>
    <message>
        <source>Programs of this pane</source>
        <translation>Programme dieser Ansicht</translation>
    </message>
    <message>
        <source>Closes this tab</source>
        <translation>Schließt diesen Reiter</translation>
    </message>
</context>
<context>
    <name>mw::app::ProgramPane</name>
    <message>
        <source>Without numbers: %1</source>
        <translation>Ohne Zahlen: %1</translation>
    </message>
    <message>
        <source>Listing the kernels</source>
        <translation>Kernel werden aufgelistet</translation>
    </message>
    <message>
        <source>Looking for what could be fused …</source>
        <translation>Es wird gesucht, was fusioniert werden könnte …</translation>
    </message>
    <message>
        <source>Looking for what could be fused</source>
        <translation>Mögliche Fusionen werden gesucht</translation>
    </message>
    <message>
        <source>Modelling the kernels</source>
        <translation>Die Kernel werden modelliert</translation>
    </message>
    <message>
        <source>bracket</source>
        <translation>Klammer</translation>
    </message>
    <message>
        <source>brackets</source>
        <translation>Klammern</translation>
    </message>
    <message>
        <source>Looking at what it would change</source>
        <translation>Es wird angesehen, was sich ändern würde</translation>
    </message>
    <message>
        <source>the captured call in %1</source>
        <translation>der aufgezeichnete Aufruf in %1</translation>
    </message>
    <message>
        <source>%1, since no inputs are chosen</source>
        <translation>%1, da keine Eingaben gewählt sind</translation>
    </message>
    <message>
        <source>Bytes are left open: %1</source>
        <translation>Bytes bleiben offen: %1</translation>
    </message>
    <message>
        <source>Sizes on both sides: %1.</source>
        <translation>Größen auf beiden Seiten: %1.</translation>
    </message>
    <message>
        <source>Sizes on both sides: %1, with the values that one of the programs is specialised to.</source>
        <translation>Größen auf beiden Seiten: %1, mit den Werten, auf die eines der Programme spezialisiert ist.</translation>
    </message>
    <message>
        <source>%1, which are chosen as inputs</source>
        <translation>%1, die als Eingaben gewählt sind</translation>
    </message>
    <message>
        <source>measured on %1, not for the sizes shown</source>
        <translation>auf %1 gemessen, nicht für die gezeigten Größen</translation>
    </message>
    <message>
        <source>After %1 s not everything was looked at: brackets show a part of what could be fused</source>
        <translation>Nach %1 s war nicht alles angesehen: die Klammern zeigen einen Teil dessen, was sich verschmelzen ließe</translation>
    </message>
</context>
<context>
    <name>mw::app::ProjectWatch</name>
    <message>
        <source>Looking at the project&apos;s file</source>
        <translation>Die Datei des Projekts wird angesehen</translation>
    </message>
    <message>
        <source>%1 was changed by another process.</source>
        <translation>%1 wurde von einem anderen Prozess geändert.</translation>
    </message>
    <message>
        <source>%1 was changed by another process, which added %2.</source>
        <translation>%1 wurde von einem anderen Prozess geändert; hinzu kam: %2.</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Show what is there</source>
        <translation>Neuen Stand zeigen</translation>
    </message>
</context>
<context>
    <name>mw::app::RecentMenu</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
</context>
<context>
    <name>mw::app::RewriteWatch</name>
    <message>
        <source>Comparing results on small inputs</source>
        <translation>Ergebnisse werden an kleinen Eingaben verglichen</translation>
    </message>
    <message>
        <source>%1 changes what the program computes: %2</source>
        <translation>%1 ändert, was das Programm berechnet: %2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1: differs from the variant before, on purpose (%2)</source>
        <translation>%1: weicht mit Absicht von der Variante davor ab (%2)</translation>
    </message>
</context>
<context>
    <name>mw::app::RunController</name>
    <message>
        <source>Not remembered</source>
        <translation>Nicht gemerkt</translation>
    </message>
    <message>
        <source>Not run: its own C++ is not trusted</source>
        <translation>Nicht ausgeführt: seinem eigenen C++ wird nicht vertraut</translation>
    </message>
    <message>
        <source>Not compared</source>
        <translation>Nicht verglichen</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Saving the report</source>
        <translation>Bericht wird gespeichert</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>cancelling …</source>
        <translation>wird abgebrochen …</translation>
    </message>
    <message>
        <source>The program that was swept is not the one that is shown</source>
        <translation>Das durchgemessene Programm ist nicht das gezeigte</translation>
    </message>
    <message>
        <source>Choosing a grid</source>
        <translation>Ein Gitter wird gewählt</translation>
    </message>
    <message>
        <source>Values set: %1</source>
        <translation>Gesetzte Werte: %1</translation>
    </message>
    <message>
        <source>A run takes about %1, and what compiling takes, by the last one</source>
        <translation>Ein Lauf dauert nach dem letzten etwa %1, dazu das Übersetzen</translation>
    </message>
</context>
<context>
    <name>mw::app::RunNumbers</name>
    <message>
        <source>Counting bytes and operations</source>
        <translation>Bytes und Operationen werden gezählt</translation>
    </message>
</context>
<context>
    <name>mw::app::Script</name>
    <message>
        <source>The window did not come to rest in time.</source>
        <translation>Das Fenster kam nicht rechtzeitig zur Ruhe.</translation>
    </message>
    <message>
        <source>The picture could not be written to %1.</source>
        <translation>Das Bild konnte nicht nach %1 geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>mw::app::SessionWriter</name>
    <message>
        <source>The session of %1 is not kept</source>
        <translation>Die Sitzung von %1 wird nicht aufgehoben</translation>
    </message>
    <message>
        <source>Nothing is kept of %1 until it is saved</source>
        <translation>Von %1 wird nichts aufgehoben, bis es gespeichert ist</translation>
    </message>
    <message>
        <source>Keeping the session</source>
        <translation>Die Sitzung wird bewahrt</translation>
    </message>
</context>
<context>
    <name>mw::app::Settings</name>
    <message>
        <source>There is no setting &quot;%1&quot;; --list-settings has them all.</source>
        <translation>Es gibt keine Einstellung „%1“; --list-settings nennt alle.</translation>
    </message>
</context>
<context>
    <name>mw::app::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Changes hold at once; kept in %1</source>
        <translation>Änderungen gelten sofort; sie stehen in %1</translation>
    </message>
    <message>
        <source>&amp;Reset all</source>
        <translation>Alles &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Every setting as it is in a new installation</source>
        <translation>Jede Einstellung wie nach der Installation</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>%1: back to the default</source>
        <translation>%1: zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>%1; from the next start on</source>
        <translation>%1; ab dem nächsten Start</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
</context>
<context>
    <name>mw::app::SpecialiseOffer</name>
    <message>
        <source>%1 leaves %2 open until it is called. As constants of %3 they can be folded away; the original stays in the history.</source>
        <translation>%1 lässt %2 bis zum Aufruf offen. Als Konstanten von %3 können sie wegfallen; das Original bleibt im Verlauf.</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>Symbol</translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>Specialise</source>
        <translation>Spezialisieren</translation>
    </message>
    <message>
        <source>the usual grid</source>
        <translation>dem üblichen Gitter</translation>
    </message>
</context>
<context>
    <name>mw::app::StartPage</name>
    <message>
        <source>See an SDFG, rewrite it step by step, compile it, and time the variants side by side.</source>
        <translation>Einen SDFG sehen, Schritt für Schritt umschreiben, übersetzen und die Varianten nebeneinander messen.</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Opens the file and replays the recorded steps</source>
        <translation>Öffnet die Datei und wiederholt die aufgezeichneten Schritte</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>Öffnet %1</translation>
    </message>
    <message>
        <source>The samples are not installed.</source>
        <translation>Die Beispiele sind nicht installiert.</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
    <message>
        <source>In the window itself, beside a sample; F1</source>
        <translation>Im Fenster selbst, neben einem Beispiel; F1</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang beginnen</translation>
    </message>
    <message>
        <source>from the first map to a faster program, verified and timed, in %1 steps on a sample</source>
        <translation>von der ersten Map zu einem schnelleren Programm, geprüft und gemessen, in %1 Schritten an einem Beispiel</translation>
    </message>
    <message>
        <source>Go on with the tour</source>
        <translation>Rundgang fortsetzen</translation>
    </message>
    <message>
        <source>step %1 of %2: %3</source>
        <translation>Schritt %1 von %2: %3</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Graphs (.sdfg, .sdfgz), a project (.mapwright), or times of the model&apos;s runs and of profilers (.json, .csv); Ctrl+O</source>
        <translation>Graphen (.sdfg, .sdfgz), ein Projekt (.mapwright) oder Zeiten von Läufen des Modells und von Profilern (.json, .csv); Strg+O</translation>
    </message>
    <message>
        <source>or drop graphs, projects and files of times anywhere on this window</source>
        <translation>oder Graphen, Projekte und Dateien mit Zeiten irgendwo auf dieses Fenster ziehen</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Letzte Projekte</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Was neu ist</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>An SDFG is a program as a graph: nodes are arrays and computations, edges say which elements move between them. A map is a computation for every index of a range; it runs as a kernel, and making a program faster is mostly fusing maps, so that less moves through memory.</source>
        <translation>Ein SDFG ist ein Programm als Graph: Knoten sind Felder und Berechnungen, Kanten sagen, welche Elemente sich zwischen ihnen bewegen. Eine Map ist eine Berechnung für jeden Index eines Bereichs; sie läuft als Kernel, und ein Programm schneller zu machen heißt meist, Maps zu verschmelzen, damit sich weniger durch den Speicher bewegt.</translation>
    </message>
</context>
<context>
    <name>mw::app::SweepModel</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>program</source>
        <translation>Programm</translation>
    </message>
</context>
<context>
    <name>mw::app::SweepWindow</name>
    <message>
        <source>&amp;Sweep</source>
        <translation>Durch&amp;messen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Keep as a variant</source>
        <translation>Als Variante &amp;behalten</translation>
    </message>
    <message>
        <source>Sweep of launches</source>
        <translation>Starts durchmessen</translation>
    </message>
    <message>
        <source>What to sweep over</source>
        <translation>Was durchgemessen wird</translation>
    </message>
    <message>
        <source>NAME=VALUE,VALUE,… with blanks between: all combinations are measured. On a GPU block, levels, group, ahead, min-blocks, registers, unroll, streaming, gathers-ahead, tiles; on the CPU shared-loops, vectors; a pass by its name, on,off. &apos;default&apos; leaves a kernel to the rules</source>
        <translation>NAME=WERT,WERT,… mit Leerzeichen dazwischen: alle Kombinationen werden gemessen. Auf einer GPU block, levels, group, ahead, min-blocks, registers, unroll, streaming, gathers-ahead, tiles; auf der CPU shared-loops, vectors; ein Pass mit seinem Namen, on,off. &apos;default&apos; lässt einen Kernel den Regeln</translation>
    </message>
    <message>
        <source>The launch of the marked cell, of its kernel or of all of them in the program&apos;s row, as a variant below the one that was swept (Return)</source>
        <translation>Der Start der markierten Zelle, ihres Kernels oder in der Zeile des Programms von allen, als Variante unter der durchgemessenen (Eingabe)</translation>
    </message>
    <message>
        <source>Kernels by combinations: ratio to the default&apos;s time</source>
        <translation>Kernel nach Kombinationen: Verhältnis zur Zeit nach den Regeln</translation>
    </message>
    <message>
        <source>Sweep of launches: %1</source>
        <translation>Starts durchgemessen: %1</translation>
    </message>
    <message>
        <source>Numbers are ratios to the time by default; ~ cannot be told from 1, = is what the default launches, – is no form of the kernel. %1</source>
        <translation>Zahlen sind Verhältnisse zur Zeit nach den Regeln; ~ ist von 1 nicht zu unterscheiden, = ist, was die Regeln starten, – ist keine Form des Kernels. %1</translation>
    </message>
    <message>
        <source>The line above: %1 of each kernel.</source>
        <translation>Die Zeile oben: %1 von jedem Kernel.</translation>
    </message>
    <message>
        <source>combination</source>
        <translation>Kombination</translation>
    </message>
    <message>
        <source>combinations</source>
        <translation>Kombinationen</translation>
    </message>
    <message>
        <source>Here there are: shared-loops, vectors, and a pass by its name, on,off.</source>
        <translation>Hier gibt es: shared-loops, vectors und einen Pass bei seinem Namen, on,off.</translation>
    </message>
    <message>
        <source>Here there are: block, levels, group, ahead, min-blocks, registers, unroll, streaming, gathers-ahead, tiles, and a pass by its name, on,off.</source>
        <translation>Hier gibt es: block, levels, group, ahead, min-blocks, registers, unroll, streaming, gathers-ahead, tiles und einen Pass bei seinem Namen, on,off.</translation>
    </message>
    <message>
        <source>A sweep measures every kernel of this variant with all combinations of the launches above, beside the one that the rules choose, and shows which kernel gains by which: a row is a kernel, a column a combination, a colour how much faster or slower it is. What is best, or any cell, can be kept as a variant.

%1
%2</source>
        <translation>Eine Untersuchung misst jeden Kernel dieser Variante mit allen Kombinationen der Starts oben, neben dem, den die Regeln wählen, und zeigt, welcher Kernel wodurch gewinnt: eine Zeile ist ein Kernel, eine Spalte eine Kombination, eine Farbe, um wie viel schneller oder langsamer er ist. Was am besten ist, oder jede Zelle, lässt sich als Variante behalten.

%1
%2</translation>
    </message>
</context>
<context>
    <name>mw::app::TimesWindow</name>
    <message>
        <source>Times of the model</source>
        <translation>Zeiten des Modells</translation>
    </message>
    <message>
        <source>Choose two or more files of times; the first one is what the others are set against. They can be dropped here, too.</source>
        <translation>Wählen Sie zwei oder mehr Dateien mit Zeiten; an der ersten werden die anderen gemessen. Sie können auch hier abgelegt werden.</translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Copy as C&amp;SV</source>
        <translation>Als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>Save the &amp;report …</source>
        <translation>&amp;Bericht speichern …</translation>
    </message>
    <message>
        <source>Compare times of the model</source>
        <translation>Zeiten des Modells vergleichen</translation>
    </message>
    <message>
        <source>Reading times</source>
        <translation>Lese Zeiten</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>&amp;Add a machine …</source>
        <translation>Maschine &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>What mw bench --json wrote on another machine</source>
        <translation>Was mw bench --json auf einer anderen Maschine geschrieben hat</translation>
    </message>
    <message>
        <source>Times by devices</source>
        <translation>Zeiten nach Geräten</translation>
    </message>
    <message>
        <source>Measurements of another machine</source>
        <translation>Messungen einer anderen Maschine</translation>
    </message>
    <message>
        <source>Measurements (*.json);;All files (*)</source>
        <translation>Messungen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Times (*.json *.csv);;All files (*)</source>
        <translation>Zeiten (*.json *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gesichert</translation>
    </message>
</context>
<context>
    <name>mw::app::TourDock</name>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Step of the tour</source>
        <translation>Schritt des Rundgangs</translation>
    </message>
    <message>
        <source>Every step can be turned to, and done again</source>
        <translation>Jeder Schritt lässt sich aufschlagen und wiederholen</translation>
    </message>
    <message>
        <source>What the step says</source>
        <translation>Was der Schritt sagt</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Do &amp;again</source>
        <translation>Noch&amp;mals</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>Ü&amp;berspringen</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>%1%2 of %3 · %4</source>
        <translation>%1%2 von %3 · %4</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>To be done</source>
        <translation>Zu tun</translation>
    </message>
    <message>
        <source>Another program is shown: Help › Tour leads back to the sample.</source>
        <translation>Ein anderes Programm ist zu sehen: Hilfe › Rundgang führt zum Beispiel zurück.</translation>
    </message>
</context>
<context>
    <name>mw::app::TourGuide</name>
    <message>
        <source>The tour cannot begin</source>
        <translation>Der Rundgang kann nicht beginnen</translation>
    </message>
    <message>
        <source>The tour begins with the original; your variants stand in History</source>
        <translation>Der Rundgang beginnt mit dem Original; Ihre Varianten stehen im Verlauf</translation>
    </message>
</context>
<context>
    <name>mw::app::Trial</name>
    <message>
        <source>it was not measured</source>
        <translation>sie wurde nicht gemessen</translation>
    </message>
    <message>
        <source>the outputs differ: %1</source>
        <translation>die Ergebnisse weichen ab: %1</translation>
    </message>
    <message>
        <source>outputs agree; the times are not ranked: %1</source>
        <translation>Ergebnisse stimmen überein; die Zeiten werden nicht gewertet: %1</translation>
    </message>
    <message>
        <source>%1 times faster %2, outputs agree</source>
        <translation>%1-mal so schnell %2, Ergebnisse stimmen überein</translation>
    </message>
    <message>
        <source>%1 times slower %2, outputs agree</source>
        <translation>%1-mal so langsam %2, Ergebnisse stimmen überein</translation>
    </message>
    <message>
        <source>no difference that can be told from noise: %1 times as fast %2, outputs agree</source>
        <translation>kein Unterschied, der sich vom Rauschen abhebt: %1-mal so schnell %2, Ergebnisse stimmen überein</translation>
    </message>
    <message>
        <source>%1: applied, not measured</source>
        <translation>%1: angewandt, nicht gemessen</translation>
    </message>
    <message>
        <source>outputs agree; %1, how much more cannot be said: %2</source>
        <translation>die Ausgaben stimmen überein; %1, um wie viel mehr, lässt sich nicht sagen: %2</translation>
    </message>
</context>
<context>
    <name>mw::app::ValuesDialog</name>
    <message>
        <source>&amp;Reset all</source>
        <translation>Alles &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Find a name</source>
        <translation>Einen Namen finden</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Usually</source>
        <translation>Gewöhnlich</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>What was chosen where nobody said it</source>
        <translation>Was gewählt wurde, wo niemand es sagte</translation>
    </message>
    <message>
        <source>Every value as the grid or the scenario says it</source>
        <translation>Jeder Wert, wie Gitter oder Szenario es sagen</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>Werte von %1</translation>
    </message>
    <message>
        <source>Looking up the values of the run</source>
        <translation>Die Werte des Laufs werden nachgesehen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>%1, scalar</source>
        <translation>%1, Skalar</translation>
    </message>
    <message>
        <source>Empty: as the grid or the scenario says it</source>
        <translation>Leer: wie Gitter oder Szenario es sagen</translation>
    </message>
    <message>
        <source>Checking a value</source>
        <translation>Ein Wert wird geprüft</translation>
    </message>
    <message>
        <source>Return takes the usual value</source>
        <translation>Eingabe nimmt den gewöhnlichen Wert</translation>
    </message>
    <message>
        <source>Return sets %1 to %2</source>
        <translation>Eingabe setzt %1 auf %2</translation>
    </message>
</context>
<context>
    <name>mw::app::VariantNumbers</name>
    <message>
        <source>Counting what variants move</source>
        <translation>Es wird gezählt, was Varianten bewegen</translation>
    </message>
</context>
<context>
    <name>mw::app::Workspace</name>
    <message>
        <source>%1 was not opened</source>
        <translation>%1 wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Restoring the session</source>
        <translation>Sitzung wird wiederhergestellt</translation>
    </message>
    <message>
        <source>The session</source>
        <translation>Die Sitzung</translation>
    </message>
    <message>
        <source>The session of %1 is back: %2</source>
        <translation>Die Sitzung von %1 ist zurück: %2</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>A step of the session no longer fits</source>
        <translation>Ein Schritt der Sitzung passt nicht mehr</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>A step of the project no longer fits</source>
        <translation>Ein Schritt des Projekts passt nicht mehr</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export läuft</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>Nicht exportiert</translation>
    </message>
    <message>
        <source>%1: not applied</source>
        <translation>%1: nicht angewendet</translation>
    </message>
    <message>
        <source>%1: applied %2×</source>
        <translation>%1: %2× angewendet</translation>
    </message>
    <message>
        <source>Specialise</source>
        <translation>Spezialisieren</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>Optimise</source>
        <translation>Optimieren</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Edited: %1</source>
        <translation>Geändert: %1</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>There are two panes at most, for two is what can be compared: close one of them, or open the other program as a tab</source>
        <translation>Es gibt höchstens zwei Ansichten, denn zwei lassen sich vergleichen: schließen Sie eine, oder öffnen Sie das andere Programm als Reiter</translation>
    </message>
    <message>
        <source>Compressing the inputs</source>
        <translation>Die Eingaben werden gepackt</translation>
    </message>
    <message>
        <source>Optimised in %1: %2 became %3, %4 to move became %5; %6 in place of %7 predicted for %8</source>
        <translation>Optimiert in %1: aus %2 wurden %3, aus %4 zu bewegen %5; %6 statt %7 vorhergesagt für %8</translation>
    </message>
    <message>
        <source>%1; the order of %2 was taken, as %3 are predicted for the steps that were found first</source>
        <translation>%1; genommen wurde die Reihenfolge von %2, da für die zuerst gefundenen Schritte %3 vorhergesagt sind</translation>
    </message>
    <message>
        <source>%1, %2 predicted in place of %3</source>
        <translation>%1, %2 vorhergesagt statt %3</translation>
    </message>
    <message>
        <source>Replay %1</source>
        <translation>%1 abspielen</translation>
    </message>
    <message>
        <source>Replayed %1 of the %2 of %3</source>
        <translation>%1 der %2 von %3 abgespielt</translation>
    </message>
    <message>
        <source>%1, as it was</source>
        <translation>%1, wie sie war</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>Programme werden geschlossen</translation>
    </message>
    <message>
        <source>Saving the project</source>
        <translation>Das Projekt wird gespeichert</translation>
    </message>
    <message>
        <source>%1 was not read for another DaCe</source>
        <translation>%1 wurde nicht für ein anderes DaCe gelesen</translation>
    </message>
    <message>
        <source>Its steps were checked for the version that it is for now. Take a copy of the file for another one.</source>
        <translation>Seine Schritte wurden für die jetzige Version geprüft. Für eine andere nehmen Sie eine Kopie der Datei.</translation>
    </message>
    <message>
        <source>%1 is read for DaCe %2</source>
        <translation>%1 wird für DaCe %2 gelesen</translation>
    </message>
</context>
<context>
    <name>mw::app::tour</name>
    <message>
        <source>No temporary leads from one of these maps to the other.</source>
        <translation>Kein temporäres Feld führt von einer dieser Maps zur anderen.</translation>
    </message>
    <message>
        <source>%1: these two can be one.</source>
        <translation>%1: diese zwei können eine sein.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>This variant has no temporaries: go to the original.</source>
        <translation>Diese Variante hat keine temporären Felder: gehen Sie zum Original.</translation>
    </message>
    <message>
        <source>%1 is a temporary: one map writes it, the next ones read it, and nobody else needs it.</source>
        <translation>%1 ist temporär: eine Map schreibt es, die nächsten lesen es, und sonst braucht es niemand.</translation>
    </message>
    <message>
        <source>%1 is an argument: it belongs to the caller.</source>
        <translation>%1 ist ein Argument: es gehört dem Aufrufer.</translation>
    </message>
    <message>
        <source>%1 is no access node.</source>
        <translation>%1 ist kein Zugriffsknoten.</translation>
    </message>
    <message>
        <source>%1 and %2 between them. They move %3; the arguments alone would be %4.</source>
        <translation>%1 und dazwischen %2. Sie bewegen %3; die Argumente allein wären %4.</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>temporary array</source>
        <translation>temporäres Feld</translation>
    </message>
    <message>
        <source>This one is refused: %1</source>
        <translation>Diese wird abgelehnt: %1</translation>
    </message>
    <message>
        <source>%1: as one map they save %2.</source>
        <translation>%1: als eine Map sparen sie %2.</translation>
    </message>
    <message>
        <source>No temporary is gone in this variant yet.</source>
        <translation>In dieser Variante ist noch kein temporäres Feld weggefallen.</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 ist weg.</translation>
    </message>
    <message>
        <source>%1 temporaries are gone.</source>
        <translation>%1 temporäre Felder sind weg.</translation>
    </message>
    <message>
        <source>%1 became %2, and %3 to move became %4.</source>
        <translation>Aus %1 wurden %2, und aus %3 zu bewegen %4.</translation>
    </message>
    <message>
        <source>%1 left between kernels.</source>
        <translation>Zwischen Kerneln noch übrig: %1.</translation>
    </message>
    <message>
        <source>%1 now does %2 levels, one after another, in each block.</source>
        <translation>%1 rechnet jetzt in jedem Block %2 Ebenen nacheinander.</translation>
    </message>
    <message>
        <source>Nothing can be timed here: %1 Skip this step: what was rewritten is compared by the interpreter all the same.</source>
        <translation>Hier lässt sich nichts messen: %1 Überspringen Sie diesen Schritt: was umgeschrieben wurde, vergleicht der Interpreter trotzdem.</translation>
    </message>
    <message>
        <source>the original</source>
        <translation>das Original</translation>
    </message>
    <message>
        <source>the fused one</source>
        <translation>die fusionierte</translation>
    </message>
    <message>
        <source>the blocked one</source>
        <translation>die geblockte</translation>
    </message>
    <message>
        <source>%1 variants will be verified and timed side by side.</source>
        <translation>%1 Varianten werden nebeneinander geprüft und gemessen.</translation>
    </message>
    <message>
        <source>Still without a pin: %1.</source>
        <translation>Noch nicht angeheftet: %1.</translation>
    </message>
    <message>
        <source>Medians, in the order of the table: %1. %2</source>
        <translation>Mediane, in der Reihenfolge der Tabelle: %1. %2</translation>
    </message>
    <message>
        <source>What was timed is not the original and another variant: pin both, and run again.</source>
        <translation>Gemessen wurden nicht das Original und eine andere Variante: heften Sie beide an und führen Sie sie nochmals aus.</translation>
    </message>
    <message>
        <source>%1 computes something else: %2</source>
        <translation>%1 berechnet etwas anderes: %2</translation>
    </message>
    <message>
        <source>%1 in every variant.</source>
        <translation>%1 in jeder Variante.</translation>
    </message>
    <message>
        <source>This is the original: go to a variant that you made.</source>
        <translation>Das ist das Original: gehen Sie zu einer Variante, die Sie gemacht haben.</translation>
    </message>
    <message>
        <source>By the interpreter: %1</source>
        <translation>Vom Interpreter: %1</translation>
    </message>
    <message>
        <source>Blocked: %1</source>
        <translation>Geblockt: %1</translation>
    </message>
    <message>
        <source>Fused: %1</source>
        <translation>Fusioniert: %1</translation>
    </message>
    <message>
        <source>This is the original, and nothing is left to undo: redo first, or choose a variant in History.</source>
        <translation>Das ist das Original, rückgängig zu machen ist nichts mehr: wiederholen Sie erst, oder wählen Sie eine Variante im Verlauf.</translation>
    </message>
    <message>
        <source>This is the original: choose a better one.</source>
        <translation>Das ist das Original: wählen Sie eine bessere.</translation>
    </message>
    <message>
        <source>%1 is faster: %2 against %3.</source>
        <translation>%1 ist schneller: %2 gegen %3.</translation>
    </message>
    <message>
        <source>This variant was not timed.</source>
        <translation>Diese Variante wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>It has no pin yet.</source>
        <translation>Sie ist noch nicht angeheftet.</translation>
    </message>
    <message>
        <source>%1 still has a pin.</source>
        <translation>%1 ist noch angeheftet.</translation>
    </message>
    <message>
        <source>Kept: %1.</source>
        <translation>Behalten: %1.</translation>
    </message>
    <message>
        <source>Kept: %1 in place of the original&apos;s %2.</source>
        <translation>Behalten: %1 anstelle von %2 des Originals.</translation>
    </message>
    <message>
        <source>What was exported is the original: choose a better variant first.</source>
        <translation>Exportiert wurde das Original: wählen Sie erst eine bessere Variante.</translation>
    </message>
    <message>
        <source>What you see</source>
        <translation>Was Sie sehen</translation>
    </message>
    <message>
        <source>nabla4, a stencil of ICON&apos;s diffusion, as an &lt;b&gt;SDFG&lt;/b&gt;: a graph of what is computed and of the data that move. It is read from top to bottom, along the lines.&lt;p&gt;Drag the picture to move it, zoom with the wheel; {do:view-fit} shows all of it.&lt;p&gt;Words in this colour are actions: menu and keys stand beside them, and a click does them.</source>
        <translation>nabla4, ein Stencil der Diffusion von ICON, als &lt;b&gt;SDFG&lt;/b&gt;: ein Graph dessen, was berechnet wird, und der Daten, die sich bewegen. Gelesen wird er von oben nach unten, entlang der Linien.&lt;p&gt;Ziehen verschiebt das Bild, das Rad vergrößert; {do:view-fit} zeigt alles.&lt;p&gt;Wörter in dieser Farbe sind Aktionen: Menü und Tasten stehen dabei, und ein Klick führt sie aus.</translation>
    </message>
    <message>
        <source>A map</source>
        <translation>Eine Map</translation>
    </message>
    <message>
        <source>The box that is selected, {map}, is a &lt;b&gt;map&lt;/b&gt;: a loop over&lt;p&gt;{range}&lt;p&gt;whose iterations do not depend on each other, so that all of them may run at once. What stands inside is done for every edge and every level.&lt;p&gt;Each of the outermost boxes is a &lt;b&gt;kernel&lt;/b&gt;: on a GPU a launch of its own.&lt;p&gt;The Inspector, at the right, says what it reads and writes.</source>
        <translation>Der ausgewählte Kasten, {map}, ist eine &lt;b&gt;Map&lt;/b&gt;: eine Schleife über&lt;p&gt;{range}&lt;p&gt;deren Iterationen nicht voneinander abhängen, so dass alle zugleich laufen dürfen. Was darin steht, geschieht für jede Kante und jede Ebene.&lt;p&gt;Jeder der äußersten Kästen ist ein &lt;b&gt;Kernel&lt;/b&gt;: auf einer GPU ein eigener Start.&lt;p&gt;Der Inspektor, rechts, sagt, was er liest und schreibt.</translation>
    </message>
    <message>
        <source>An access node</source>
        <translation>Ein Zugriffsknoten</translation>
    </message>
    <message>
        <source>A memlet</source>
        <translation>Ein Memlet</translation>
    </message>
    <message>
        <source>The line between the two is a &lt;b&gt;memlet&lt;/b&gt;: it says which elements move.&lt;p&gt;{memlet}&lt;p&gt;Outside of a map that is all that the loop as a whole needs; follow the line into the box, and it is what one iteration needs. Every number of bytes in this window comes from memlets.</source>
        <translation>Die Linie zwischen beiden ist ein &lt;b&gt;Memlet&lt;/b&gt;: es sagt, welche Elemente sich bewegen.&lt;p&gt;{memlet}&lt;p&gt;Außerhalb einer Map ist das alles, was die Schleife im Ganzen braucht; folgen Sie der Linie in den Kasten, und es ist, was eine Iteration braucht. Jede Zahl von Bytes in diesem Fenster kommt aus Memlets.</translation>
    </message>
    <message>
        <source>A temporary</source>
        <translation>Ein temporäres Feld</translation>
    </message>
    <message>
        <source>Between two maps stands a &lt;b&gt;temporary&lt;/b&gt;: an array that one kernel writes to memory only for the next one to read it back. Nobody outside needs it, and its outline is dashed. Such round trips are most of what a stencil program waits for.</source>
        <translation>Zwischen zwei Maps steht ein &lt;b&gt;temporäres Feld&lt;/b&gt;: ein Kernel schreibt es in den Speicher, nur damit der nächste es wieder liest. Außerhalb braucht es niemand, und sein Rand ist gestrichelt. Auf solche Wege wartet ein Stencilprogramm die meiste Zeit.</translation>
    </message>
    <message>
        <source>Select a temporary: click an access node between two maps, or take one from the Outline ({do:show-outline}).</source>
        <translation>Wählen Sie ein temporäres Feld aus: klicken Sie auf einen Zugriffsknoten zwischen zwei Maps, oder nehmen Sie eines aus der Gliederung ({do:show-outline}).</translation>
    </message>
    <message>
        <source>The program as a list</source>
        <translation>Das Programm als Liste</translation>
    </message>
    <message>
        <source>The graph shows how; the &lt;b&gt;program view&lt;/b&gt; shows how much. A row is a kernel, named by what it writes, with the bytes that it moves. A lane is an array, drawn for as long as it lives: filled where it is written, open where it is read.</source>
        <translation>Der Graph zeigt wie; die &lt;b&gt;Programmansicht&lt;/b&gt; zeigt wie viel. Eine Zeile ist ein Kernel, benannt nach dem, was er schreibt, mit den Bytes, die er bewegt. Eine Bahn ist ein Feld, gezeichnet, solange es lebt: gefüllt, wo es geschrieben, offen, wo es gelesen wird.</translation>
    </message>
    <message>
        <source>Show it: {do:view-program}.</source>
        <translation>Zeigen Sie sie: {do:view-program}.</translation>
    </message>
    <message>
        <source>Two maps that should be one</source>
        <translation>Zwei Maps, die eine sein sollten</translation>
    </message>
    <message>
        <source>Two maps over the same range, with a temporary between them, can be one: the value then stays in a register. The brackets left of the rows say where, and how many bytes that saves. A dotted one is refused; its tooltip has the reason.</source>
        <translation>Zwei Maps über denselben Bereich mit einem temporären Feld dazwischen können eine sein: der Wert bleibt dann in einem Register. Die Klammern links der Zeilen sagen, wo, und wie viele Bytes das spart. Eine gepunktete wird abgelehnt; ihr Hinweis nennt den Grund.</translation>
    </message>
    <message>
        <source>Fuse them</source>
        <translation>Fusionieren Sie sie</translation>
    </message>
    <message>
        <source>Watch two things: the lane of the temporary between the two rows, and the total at the foot of the list.&lt;p&gt;Nothing can be lost: every step makes a new &lt;b&gt;variant&lt;/b&gt;, and the one before stays.</source>
        <translation>Achten Sie auf zwei Dinge: die Bahn des temporären Felds zwischen den beiden Zeilen, und die Summe am Fuß der Liste.&lt;p&gt;Nichts kann verloren gehen: jeder Schritt macht eine neue &lt;b&gt;Variante&lt;/b&gt;, und die davor bleibt.</translation>
    </message>
    <message>
        <source>And the others</source>
        <translation>Und die anderen</translation>
    </message>
    <message>
        <source>What is right at one place is right at all of them. A transformation can be applied again and again until no place is left; each time is a variant of its own.</source>
        <translation>Was an einer Stelle richtig ist, ist es an allen. Eine Transformation lässt sich immer wieder anwenden, bis keine Stelle mehr bleibt; jedes Mal ist eine eigene Variante.</translation>
    </message>
    <message>
        <source>Fuse everywhere: {do:apply-all-map-fusion-vertical}.</source>
        <translation>Fusionieren Sie überall: {do:apply-all-map-fusion-vertical}.</translation>
    </message>
    <message>
        <source>Block over k</source>
        <translation>Über k blocken</translation>
    </message>
    <message>
        <source>All levels k of an edge have the same neighbours and the same geometry. &lt;b&gt;Blocked&lt;/b&gt;, one thread does several levels one after another, and reads once per block what does not depend on k: here the rows of the tables of neighbours.</source>
        <translation>Alle Ebenen k einer Kante haben dieselben Nachbarn und dieselbe Geometrie. &lt;b&gt;Geblockt&lt;/b&gt; rechnet ein Thread mehrere Ebenen nacheinander und liest einmal je Block, was nicht von k abhängt: hier die Zeilen der Nachbartabellen.</translation>
    </message>
    <message>
        <source>What to compare</source>
        <translation>Was zu vergleichen ist</translation>
    </message>
    <message>
        <source>Fewer bytes are a promise; time decides. Variants with a &lt;b&gt;pin&lt;/b&gt; are compared, the first of them with each of the others. All that you made are in {do:show-history}: a click on a name shows it.</source>
        <translation>Weniger Bytes sind ein Versprechen; die Zeit entscheidet. &lt;b&gt;Angeheftete&lt;/b&gt; Varianten werden verglichen, die erste mit jeder der anderen. Alles, was Sie gemacht haben, steht in {do:show-history}: ein Klick auf einen Namen zeigt es.</translation>
    </message>
    <message>
        <source>Pin three: the original, the last fused one, the blocked one. The boxes stand in the last column of History; {do:pin-current} pins what is shown, and {do:edit-undo} and {do:goto-original} lead to the others.</source>
        <translation>Heften Sie drei an: das Original, die letzte fusionierte, die geblockte. Die Kästchen stehen in der letzten Spalte des Verlaufs; {do:pin-current} heftet an, was gezeigt wird, und {do:edit-undo} und {do:goto-original} führen zu den anderen.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run what is pinned: {do:run-bench}.</source>
        <translation>Führen Sie aus, was angeheftet ist: {do:run-bench}.</translation>
    </message>
    <message>
        <source>Is it still the same program?</source>
        <translation>Ist es noch dasselbe Programm?</translation>
    </message>
    <message>
        <source>Before anything was timed, all that a variant computes was compared with the first one, every element of every array. And each variant was already run on small inputs by the interpreter, when you made it: had it differed, a line at the top of the window would have said so.</source>
        <translation>Bevor etwas gemessen wurde, wurde alles, was eine Variante berechnet, mit der ersten verglichen, jedes Element jedes Felds. Und jede Variante lief schon an kleinen Eingaben im Interpreter, als Sie sie machten: wäre sie abgewichen, hätte es eine Zeile oben im Fenster gesagt.</translation>
    </message>
    <message>
        <source>Nothing to do, if all is well: the outputs have to agree.</source>
        <translation>Nichts zu tun, wenn alles gut ist: die Ergebnisse müssen übereinstimmen.</translation>
    </message>
    <message>
        <source>Which is faster?</source>
        <translation>Welche ist schneller?</translation>
    </message>
    <message>
        <source>The table of {do:show-timings} has a row for each kernel and a column for each variant; the fused kernel stands beside the sum of those that it replaced. In parentheses: what the ratio lies between, with 95 %. What noise could explain is not called faster, and on a machine that is busy with other work nothing is: run again when it is quiet.</source>
        <translation>Die Tabelle von {do:show-timings} hat eine Zeile je Kernel und eine Spalte je Variante; der fusionierte Kernel steht neben der Summe derer, die er ersetzt. In Klammern: wozwischen das Verhältnis mit 95 % liegt. Was Rauschen erklären könnte, heißt nicht schneller, und auf einem Rechner, der mit anderem beschäftigt ist, heißt nichts so: führen Sie nochmals aus, wenn er ruhig ist.</translation>
    </message>
    <message>
        <source>Undo a step</source>
        <translation>Einen Schritt rückgängig machen</translation>
    </message>
    <message>
        <source>Undoing goes to the variant before. It takes nothing away, neither the step nor its times; another step from there begins a branch beside it.</source>
        <translation>Rückgängig geht zur Variante davor. Es nimmt nichts weg, weder den Schritt noch seine Zeiten; ein anderer Schritt von dort beginnt einen Zweig daneben.</translation>
    </message>
    <message>
        <source>Undo the last step: {do:edit-undo}. ({do:edit-redo}, where there is nothing to undo.)</source>
        <translation>Machen Sie den letzten Schritt rückgängig: {do:edit-undo}. ({do:edit-redo}, wo es nichts rückgängig zu machen gibt.)</translation>
    </message>
    <message>
        <source>Keep the better one</source>
        <translation>Die bessere behalten</translation>
    </message>
    <message>
        <source>Fewer bytes are not always less time: on some machines blocking pays, on others it does not. That is why every step is measured, and why the worse one may go.</source>
        <translation>Weniger Bytes sind nicht immer weniger Zeit: auf manchen Rechnern lohnt sich Blocken, auf anderen nicht. Darum wird jeder Schritt gemessen, und darum darf der schlechtere gehen.</translation>
    </message>
    <message>
        <source>Take it home</source>
        <translation>Mitnehmen</translation>
    </message>
    <message>
        <source>The variant leaves as an SDFG under a name of its own, with the arguments of the original, so that DaCe and GT4Py take it in its place. An input is never written.</source>
        <translation>Die Variante geht als SDFG unter eigenem Namen hinaus, mit den Argumenten des Originals, so dass DaCe und GT4Py sie an dessen Stelle nehmen. Eine Eingabe wird nie überschrieben.</translation>
    </message>
    <message>
        <source>Export it: {do:export-variant}.</source>
        <translation>Exportieren Sie sie: {do:export-variant}.</translation>
    </message>
    <message>
        <source>That is all of it</source>
        <translation>Das ist alles</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>temporary arrays</source>
        <translation>temporäre Felder</translation>
    </message>
    <message>
        <source>Back before “%1”, which is still there: History lists every variant that there ever was.</source>
        <translation>Zurück vor „%1“, das es noch gibt: Der Verlauf führt jede Variante auf, die es je gab.</translation>
    </message>
    <message>
        <source>Kept: %1. Its times are not ranked.</source>
        <translation>Behalten: %1. Ihre Zeiten werden nicht gewertet.</translation>
    </message>
    <message>
        <source>Written, where the line below the window says. DaCe and GT4Py read it; the sample itself is as it was.</source>
        <translation>Geschrieben, wohin die Zeile am unteren Rand sagt. DaCe und GT4Py lesen es; das Beispiel selbst ist, wie es war.</translation>
    </message>
    <message>
        <source>{argument}, above the map, is an &lt;b&gt;access node&lt;/b&gt;: the array from which the map reads. This one is an &lt;b&gt;argument&lt;/b&gt; of the program: it belongs to the caller, so the {bytes} that are needed of it have to be read whatever we do.&lt;p&gt;Square nodes with the sign of a table are neighbour tables: they say which vertices lie around an edge.</source>
        <translation>{argument}, über der Map, ist ein &lt;b&gt;Zugriffsknoten&lt;/b&gt;: das Feld, aus dem die Map liest. Dieses ist ein &lt;b&gt;Argument&lt;/b&gt; des Programms: es gehört dem Aufrufer, also müssen die {bytes}, die davon gebraucht werden, gelesen werden, was wir auch tun.&lt;p&gt;Eckige Knoten mit dem Zeichen einer Tabelle sind Nachbartabellen: sie sagen, welche Ecken um eine Kante liegen.</translation>
    </message>
    <message>
        <source>In {do:show-transformations} stands &quot;Block a dimension&quot;, refused as it is; beside the list stands why. In its form, further down, tick &quot;promote independent memlets&quot; (read rows of tables once per block), and apply it.</source>
        <translation>In {do:show-transformations} steht „Block a dimension“, so wie es ist abgelehnt; warum, steht neben der Liste. Setzen Sie in ihrem Formular, weiter unten, den Haken bei „promote independent memlets“ (Zeilen von Tabellen einmal je Block lesen), und wenden Sie sie an.</translation>
    </message>
    <message>
        <source>The variants become source text, are compiled, compute the same inputs, and are timed in turns, so that a busy moment meets all of them. No GPU is needed: without one the processor runs them, which takes a minute or a few; the window stays usable.</source>
        <translation>Die Varianten werden Quelltext, werden übersetzt, rechnen dieselben Eingaben und werden im Wechsel gemessen, so dass ein unruhiger Moment alle trifft. Eine GPU ist nicht nötig: ohne sie rechnet der Prozessor, was eine Minute dauert oder ein paar; das Fenster bleibt benutzbar.</translation>
    </message>
    <message>
        <source>Read how the variants compare with the original.</source>
        <translation>Lesen Sie, wie die Varianten zum Original stehen.</translation>
    </message>
    <message>
        <source>Go to the faster of your variants in {do:show-history} (to either, where they were not ranked), and take the pin from the other one. The original keeps its own, to compare with.</source>
        <translation>Gehen Sie in {do:show-history} zur schnelleren Ihrer Varianten (zu irgendeiner, wo sie nicht gewertet wurden) und lösen Sie die andere. Das Original bleibt zum Vergleich angeheftet.</translation>
    </message>
    <message>
        <source>See, rewrite, verify, time, keep: every program goes this way.&lt;p&gt;File › Samples is a ladder, from an element-wise update to the vertically implicit solver. {do:optimise-default} does by itself what you did by hand, as far as it predicts a gain. {do:palette} finds every action by a few letters.&lt;p&gt;The tour stays in the menu Help; the list above leads to any of its steps.</source>
        <translation>Sehen, umschreiben, prüfen, messen, behalten: jedes Programm geht diesen Weg.&lt;p&gt;Datei › Beispiele ist eine Leiter, von einer elementweisen Aktualisierung bis zum vertikal impliziten Löser. {do:optimise-default} macht von selbst, was Sie von Hand gemacht haben, soweit es einen Gewinn vorhersagt. {do:palette} findet jede Aktion mit ein paar Buchstaben.&lt;p&gt;Der Rundgang bleibt im Menü Hilfe; die Liste oben führt zu jedem seiner Schritte.</translation>
    </message>
    <message>
        <source>Blocked: %1, the original %2.</source>
        <translation>Geblockt: %1, das Original %2.</translation>
    </message>
    <message>
        <source>Fused: %1, the original %2.</source>
        <translation>Verschmolzen: %1, das Original %2.</translation>
    </message>
    <message>
        <source>Run again when it is quiet, or go on.</source>
        <translation>Noch einmal laufen lassen, wenn es ruhig ist, oder weitergehen.</translation>
    </message>
    <message>
        <source>Choose a bracket: click it, or {do:program-next-bracket}. Selecting both maps in the graph counts too.</source>
        <translation>Wählen Sie eine Klammer: klicken Sie darauf, oder {do:program-next-bracket}. Beide Maps im Graphen auszuwählen zählt auch.</translation>
    </message>
    <message>
        <source>With a bracket chosen in the program view, press Enter twice (first it shows what would change), or {do:apply-step}.</source>
        <translation>Mit einer gewählten Klammer in der Programmansicht zweimal Enter drücken (erst zeigt es, was sich ändern würde), oder {do:apply-step}.</translation>
    </message>
    <message>
        <source>Programs in a row</source>
        <translation>Programme nacheinander</translation>
    </message>
    <message>
        <source>A model calls its programs one after the other, and what one writes the next one reads. &lt;b&gt;Linked&lt;/b&gt;, they are one program, and steps go across what were calls: an array that only passed between two of them may go, as any temporary.&lt;p&gt;{do:link-programs} shows the calls in order, and the arrays that they share; the button Sequence takes a file that says both. The sample granule.sequence.json is a diffusion step, five rungs of the ladder.&lt;p&gt;The linked program opens as any other: {do:optimise-default} rewrites it, {do:run-bench} compares and times it. The terminal has the same three: mw link, mw optimise, mw bench.</source>
        <translation>Ein Modell ruft seine Programme nacheinander auf, und was das eine schreibt, liest das nächste. &lt;b&gt;Verbunden&lt;/b&gt; sind sie ein Programm, und Schritte gehen über das hinweg, was Aufrufe waren: Ein Feld, das nur von einem zum anderen ging, kann entfallen wie jedes temporäre.&lt;p&gt;{do:link-programs} zeigt die Aufrufe in ihrer Reihenfolge und die gemeinsamen Felder; die Schaltfläche Folge nimmt eine Datei, die beides sagt. Das Beispiel granule.sequence.json ist ein Schritt der Diffusion, fünf Sprossen der Leiter.&lt;p&gt;Das verbundene Programm öffnet sich wie jedes andere: {do:optimise-default} schreibt es um, {do:run-bench} vergleicht und misst es. Im Terminal sind es dieselben drei: mw link, mw optimise, mw bench.</translation>
    </message>
</context>
<context>
    <name>mw::viewers</name>
    <message>
        <source> by </source>
        <translation> Schritt </translation>
    </message>
    <message>
        <source>not known for open sizes</source>
        <translation>bei offenen Größen nicht bekannt</translation>
    </message>
    <message>
        <source>copy %1</source>
        <translation>Kopie %1</translation>
    </message>
    <message>
        <source>map %1</source>
        <translation>Map %1</translation>
    </message>
    <message>
        <source>reads %1: %2</source>
        <translation>liest %1: %2</translation>
    </message>
    <message>
        <source>writes %1: %2</source>
        <translation>schreibt %1: %2</translation>
    </message>
    <message>
        <source>%1 floating-point operations per byte</source>
        <translation>%1 Gleitkommaoperationen je Byte</translation>
    </message>
    <message>
        <source>neighbour table</source>
        <translation>Nachbartabelle</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporär</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>
transient, lifetime %1</source>
        <translation>
temporär, Lebensdauer %1</translation>
    </message>
    <message>
        <source>map</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>iterations: %1</source>
        <translation>Iterationen: %1</translation>
    </message>
    <message>
        <source>, block </source>
        <translation>, Block </translation>
    </message>
    <message>
        <source>nested SDFG</source>
        <translation>verschachtelter SDFG</translation>
    </message>
    <message>
        <source>tasklet</source>
        <translation>Tasklet</translation>
    </message>
    <message>
        <source>map exit</source>
        <translation>Map-Ausgang</translation>
    </message>
    <message>
        <source>ordering only</source>
        <translation>nur Reihenfolge</translation>
    </message>
    <message>
        <source>volume: %1 elements</source>
        <translation>Menge: %1 Elemente</translation>
    </message>
    <message>
        <source>state, %1 nodes</source>
        <translation>Zustand, %1 Knoten</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>conditional, %1 branches</source>
        <translation>Bedingung, %1 Zweige</translation>
    </message>
    <message>
        <source>always follows</source>
        <translation>folgt immer</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>1 copy</source>
        <translation>1 Kopie</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 Kopien</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>spart %1</translation>
    </message>
    <message>
        <source>costs %1</source>
        <translation>kostet %1</translation>
    </message>
    <message>
        <source>saves nothing</source>
        <translation>spart nichts</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>.</source>
        <comment>decimal sign</comment>
        <translation>,</translation>
    </message>
</context>
<context>
    <name>mw::viewers::AccessLegend</name>
    <message>
        <source>Each cell is a sector of 32 bytes, the least that memory moves. A bar as long as the frame is a sector to each of 32 lanes: the worst there is. Click an element to go to the iteration that takes it.</source>
        <translation>Jede Zelle ist ein Sektor von 32 Byte, das Wenigste, was der Speicher bewegt. Ein Balken über die ganze Länge ist ein Sektor für jede von 32 Lanes: schlechter geht es nicht. Ein Klick auf ein Element führt zu der Iteration, die es nimmt.</translation>
    </message>
    <message>
        <source>taken by a lane</source>
        <translation>von einer Lane genommen</translation>
    </message>
    <message>
        <source>moved with it for nothing</source>
        <translation>umsonst mitbewegt</translation>
    </message>
    <message>
        <source>of this iteration</source>
        <translation>von dieser Iteration</translation>
    </message>
    <message>
        <source>sectors of 32 bytes; a full bar: one for each lane</source>
        <translation>Sektoren von 32 Byte; ein voller Balken: einer für jede Lane</translation>
    </message>
</context>
<context>
    <name>mw::viewers::AccessPanel</name>
    <message>
        <source>What the iteration reads and writes</source>
        <translation>Was die Iteration liest und schreibt</translation>
    </message>
    <message>
        <source>Whole map</source>
        <translation>Ganze Map</translation>
    </message>
    <message>
        <source>Everything that the map touches, not only what is selected in it</source>
        <translation>Alles, was die Map berührt, nicht nur das in ihr Ausgewählte</translation>
    </message>
    <message>
        <source>The parameter that the 32 lanes of a warp differ in. At first the one that kernels give to neighbouring threads</source>
        <translation>Der Parameter, in dem sich die 32 Lanes eines Warps unterscheiden; zuerst der, den Kernel an benachbarte Threads vergeben</translation>
    </message>
    <message>
        <source>Warp along</source>
        <translation>Warp entlang</translation>
    </message>
    <message>
        <source>Select a map, or something in it: what one of its iterations reads and writes stands here, through neighbour tables too.</source>
        <translation>Wählen Sie eine Map oder etwas in ihr aus: hier steht dann, was eine ihrer Iterationen liest und schreibt, auch durch Nachbartabellen.</translation>
    </message>
    <message>
        <source>Sizes and tables of a run are being made …</source>
        <translation>Größen und Tabellen eines Laufs werden erstellt …</translation>
    </message>
    <message>
        <source>Following the accesses of a map</source>
        <translation>Die Zugriffe einer Map werden verfolgt</translation>
    </message>
    <message>
        <source>Iteration of %1</source>
        <translation>Iteration von %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Its range is not known</source>
        <translation>Sein Bereich ist nicht bekannt</translation>
    </message>
    <message>
        <source>not in this iteration: %1 does not hold</source>
        <translation>nicht in dieser Iteration: %1 gilt nicht</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>nicht bekannt: %1</translation>
    </message>
    <message>
        <source>⚠ outside: %1</source>
        <translation>⚠ außerhalb: %1</translation>
    </message>
    <message>
        <source> … %1 in all</source>
        <translation> … insgesamt %1</translation>
    </message>
    <message>
        <source> … more than %1</source>
        <translation> … mehr als %1</translation>
    </message>
    <message>
        <source> only where %1</source>
        <translation> nur wo %1</translation>
    </message>
    <message>
        <source>⚠ %1 is no element of the table</source>
        <translation>⚠ %1 ist kein Element der Tabelle</translation>
    </message>
    <message>
        <source>⚠ %1 = %2, no neighbour</source>
        <translation>⚠ %1 = %2, kein Nachbar</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>ändert</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>by table</source>
        <translation>nach Tabelle</translation>
    </message>
    <message>
        <source>same</source>
        <translation>dasselbe</translation>
    </message>
    <message>
        <source>%1, best %2</source>
        <translation>%1, ideal %2</translation>
    </message>
    <message>
        <source>The warp touches %1, and the same elements side by side would fill %2</source>
        <translation>Der Warp berührt %1; dieselben Elemente nebeneinander füllten %2</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>Through</source>
        <translation>Durch</translation>
    </message>
    <message>
        <source>next %1</source>
        <translation>nächstes %1</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>Warp: %1 %2 … %3</source>
        <translation>Warp: %1 %2 … %3</translation>
    </message>
    <message>
        <source>How many elements further in memory the next iteration&apos;s is</source>
        <translation>Um wie viele Elemente weiter im Speicher das der nächsten Iteration liegt</translation>
    </message>
    <message>
        <source>Sectors of 32 bytes that the warp touches, of how many its elements would fill side by side</source>
        <translation>Sektoren von 32 Byte, die der Warp berührt, und wie viele seine Elemente nebeneinander füllten</translation>
    </message>
    <message>
        <source>of the iteration alone</source>
        <translation>nur von dieser Iteration</translation>
    </message>
    <message>
        <source>%1, only %2</source>
        <translation>%1, nur %2</translation>
    </message>
    <message>
        <source>Lane %1: %2 = %3</source>
        <translation>Lane %1: %2 = %3</translation>
    </message>
</context>
<context>
    <name>mw::viewers::AdviceModel</name>
    <message>
        <source>What can be done, best first</source>
        <translation>Was getan werden kann, das Beste zuerst</translation>
    </message>
    <message>
        <source>Temporaries, by what kernels move of them</source>
        <translation>Temporäre Felder, nach dem, was Kernel von ihnen bewegen</translation>
    </message>
    <message>
        <source>%1: %2 moved, %3 large</source>
        <translation>%1: %2 bewegt, %3 groß</translation>
    </message>
    <message>
        <source>No fusion matches there</source>
        <translation>Keine Verschmelzung passt dort</translation>
    </message>
    <message>
        <source>Below: what would remove it, and what is in the way</source>
        <translation>Darunter: was es entfernen würde, und was im Weg ist</translation>
    </message>
    <message>
        <source>What does not apply, by the temporaries that it would save</source>
        <translation>Was nicht passt, nach den temporären Feldern, die es sparen würde</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Applies this step, now</source>
        <translation>Wendet diesen Schritt an, jetzt</translation>
    </message>
    <message>
        <source>What, and where</source>
        <translation>Was und wo</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Time saved</source>
        <translation>Gesparte Zeit</translation>
    </message>
    <message>
        <source>Bytes saved</source>
        <translation>Gesparte Bytes</translation>
    </message>
    <message>
        <source>Launches saved</source>
        <translation>Gesparte Starts</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>mw::viewers::AlignmentModel</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>%1 and %2 are made by the same %3</source>
        <translation>%1 und %2 sind durch dieselben %3 gemacht</translation>
    </message>
    <message>
        <source>%1 and %2 have %3 in common and part after %4</source>
        <translation>%1 und %2 haben %3 gemeinsam und trennen sich nach %4</translation>
    </message>
    <message>
        <source>original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>≠ first difference</source>
        <translation>≠ erster Unterschied</translation>
    </message>
    <message>
        <source>≠ otherwise</source>
        <translation>≠ anders</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
</context>
<context>
    <name>mw::viewers::BookmarksPanel</name>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>Made on</source>
        <translation>Angelegt in</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>%1 (not in this variant)</source>
        <translation>%1 (nicht in dieser Variante)</translation>
    </message>
    <message>
        <source>Double click or F2 to edit it</source>
        <translation>Doppelklick oder F2, um sie zu ändern</translation>
    </message>
    <message>
        <source>Bookmarks (%1)</source>
        <translation>Lesezeichen (%1)</translation>
    </message>
</context>
<context>
    <name>mw::viewers::CodePanel</name>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>HIP</source>
        <translation>HIP</translation>
    </message>
    <message>
        <source>C++ (CPU)</source>
        <translation>C++ (CPU)</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>Kernels in order of their first launch</source>
        <translation>Kernel in der Reihenfolge ihres ersten Starts</translation>
    </message>
    <message>
        <source>Generating code</source>
        <translation>Code wird erzeugt</translation>
    </message>
    <message>
        <source>No code: %1</source>
        <translation>Kein Code: %1</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>A variant whose code stands beside this one&apos;s, kernel by kernel</source>
        <translation>Eine Variante, deren Code neben dem dieser steht, Kernel für Kernel</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Previous difference (Shift+F8)</source>
        <translation>Voriger Unterschied (Shift+F8)</translation>
    </message>
    <message>
        <source>Next difference (F8)</source>
        <translation>Nächster Unterschied (F8)</translation>
    </message>
    <message>
        <source>no other variant</source>
        <translation>keiner anderen Variante</translation>
    </message>
    <message>
        <source>No code of the other variant: %1</source>
        <translation>Kein Code der anderen Variante: %1</translation>
    </message>
    <message>
        <source>The code is the same</source>
        <translation>Der Code ist derselbe</translation>
    </message>
    <message>
        <source>%1; none after this line</source>
        <translation>%1; keine nach dieser Zeile</translation>
    </message>
    <message>
        <source>%1; none before this line</source>
        <translation>%1; keine vor dieser Zeile</translation>
    </message>
    <message>
        <source>⚠ %1 spilled a thread</source>
        <translation>⚠ %1 je Thread ausgelagert</translation>
    </message>
    <message>
        <source>nothing spilled</source>
        <translation>nichts ausgelagert</translation>
    </message>
    <message>
        <source>occupancy %1</source>
        <translation>Auslastung %1</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>register</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Language of the kernels, what each pass makes of them, or what a device&apos;s compiler does: PTX and SASS of NVIDIA, AMDGCN of AMD</source>
        <translation>Sprache der Kernel, was jeder Durchgang aus ihnen macht, oder was ein Gerät bekommt: PTX und SASS von NVIDIA, AMDGCN von AMD</translation>
    </message>
    <message>
        <source>Compiling to %1</source>
        <translation>Kernel werden nach %1 übersetzt</translation>
    </message>
    <message>
        <source>%1 of LDS a block</source>
        <translation>%1 LDS je Block</translation>
    </message>
    <message>
        <source>%1 shared by a block</source>
        <translation>%1 gemeinsam je Block</translation>
    </message>
    <message>
        <source>%1 private</source>
        <translation>%1 privat</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Write this kernel by hand, as a variant of its own</source>
        <translation>Diesen Kernel von Hand schreiben, als eigene Variante</translation>
    </message>
    <message>
        <source>%1 (by hand)</source>
        <translation>%1 (von Hand)</translation>
    </message>
</context>
<context>
    <name>mw::viewers::CodeSides</name>
    <message>
        <source>The other variant&apos;s source</source>
        <translation>Quelltext der anderen Variante</translation>
    </message>
    <message>
        <source>Generated source</source>
        <translation>Erzeugter Quelltext</translation>
    </message>
</context>
<context>
    <name>mw::viewers::DistributionTip</name>
    <message>
        <source>Samples of a time</source>
        <translation>Messwerte einer Zeit</translation>
    </message>
    <message>
        <source>%1  median %2, half within %3</source>
        <translation>%1  Median %2, die Hälfte innerhalb von %3</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Messwert</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>%1: %2, half of them %3 … %4, median %5, all %6 … %7</source>
        <translation>%1: %2, zur Hälfte %3 … %4, Median %5, alle %6 … %7</translation>
    </message>
</context>
<context>
    <name>mw::viewers::FieldEditor</name>
    <message>
        <source> Ctrl+Return applies, Esc leaves it as it is.</source>
        <translation> Strg+Eingabe wendet an, Esc lässt es, wie es ist.</translation>
    </message>
    <message>
        <source> Return applies, Esc leaves it as it is.</source>
        <translation> Eingabe wendet an, Esc lässt es, wie es ist.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Ctrl+Return applies.</source>
        <translation>Strg+Eingabe wendet an.</translation>
    </message>
    <message>
        <source>Return applies.</source>
        <translation>Eingabe wendet an.</translation>
    </message>
    <message>
        <source>Possible, but: %1</source>
        <translation>Möglich, aber: %1</translation>
    </message>
</context>
<context>
    <name>mw::viewers::GraphCanvas</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
</context>
<context>
    <name>mw::viewers::HistoryModel</name>
    <message>
        <source>Assumes %1: a run with other inputs is refused</source>
        <translation>Setzt %1 voraus: ein Lauf mit anderen Eingaben wird abgelehnt</translation>
    </message>
    <message>
        <source>%1 (wrong results)</source>
        <translation>%1 (falsche Ergebnisse)</translation>
    </message>
    <message>
        <source>%1, assuming %2</source>
        <translation>%1, vorausgesetzt %2</translation>
    </message>
    <message>
        <source>Pinned variants are verified and timed side by side</source>
        <translation>Angeheftete Varianten werden nebeneinander geprüft und gemessen</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>Gerätezeit</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>%1 (other results, on purpose)</source>
        <translation>%1 (andere Ergebnisse, mit Absicht)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Device time against the baseline, which Timings lets you choose</source>
        <translation>Zeit auf dem Gerät gegen die Basis, die sich bei den Zeiten wählen lässt</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Temporaries</source>
        <translation>Temporäre</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritten</translation>
    </message>
    <message>
        <source>open size</source>
        <translation>offene Größe</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 Kernel</translation>
    </message>
    <message>
        <source>%1 to move</source>
        <translation>%1 zu bewegen</translation>
    </message>
    <message>
        <source>%1 temporaries of %2</source>
        <translation>%1 temporäre Felder von %2</translation>
    </message>
    <message>
        <source>%1 %2×</source>
        <translation>%1 %2×</translation>
    </message>
    <message>
        <source>What the kernels must move at least in one run, copies between arrays left out, for the sizes of the run</source>
        <translation>Was die Kernel in einem Lauf mindestens bewegen müssen, ohne die Kopien zwischen Feldern, für die Größen des Laufs</translation>
    </message>
    <message>
        <source>Measured on %1, not with the sizes shown: it is set against times of the same sizes alone</source>
        <translation>Auf %1 gemessen, nicht mit den gezeigten Größen: verglichen wird es nur mit Zeiten derselben Größen</translation>
    </message>
    <message>
        <source>Median of the last measurement; in brackets where its sizes are not those shown</source>
        <translation>Median der letzten Messung; in Klammern, wo ihre Größen nicht die gezeigten sind</translation>
    </message>
    <message>
        <source> on %1, not the sizes shown</source>
        <translation> auf %1, nicht die gezeigten Größen</translation>
    </message>
</context>
<context>
    <name>mw::viewers::HistoryPanel</name>
    <message>
        <source>Variants of the program</source>
        <translation>Varianten des Programms</translation>
    </message>
    <message>
        <source>Steps of two variants, side by side</source>
        <translation>Schritte zweier Varianten, nebeneinander</translation>
    </message>
    <message>
        <source>Step of the current line</source>
        <translation>Schritt der aktuellen Linie</translation>
    </message>
    <message>
        <source>Walks through the steps that lead to the current variant, and those that were undone</source>
        <translation>Geht durch die Schritte, die zur aktuellen Variante führen, und die zurückgenommenen</translation>
    </message>
    <message>
        <source>Hide what changed nothing</source>
        <translation>Ausblenden, was nichts änderte</translation>
    </message>
    <message>
        <source>Steps that changed neither kernels nor bytes nor temporaries</source>
        <translation>Schritte, die weder Kernel noch Bytes noch temporäre Felder änderten</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>The steps of the current variant beside those of another one</source>
        <translation>Die Schritte der aktuellen Variante neben denen einer anderen</translation>
    </message>
    <message>
        <source>≠ first difference</source>
        <translation>≠ erster Unterschied</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Aligning histories</source>
        <translation>Verläufe werden nebeneinandergelegt</translation>
    </message>
    <message>
        <source>the other pane: %1, %2</source>
        <translation>die andere Ansicht: %1, %2</translation>
    </message>
</context>
<context>
    <name>mw::viewers::InspectorPanel</name>
    <message>
        <source>Properties of the selected element</source>
        <translation>Eigenschaften des ausgewählten Elements</translation>
    </message>
    <message>
        <source>
Click to select it</source>
        <translation>
Klicken wählt es aus</translation>
    </message>
    <message>
        <source>
Double click or F2 to edit it</source>
        <translation>
Doppelklick oder F2, um es zu ändern</translation>
    </message>
    <message>
        <source>can be edited</source>
        <translation>lässt sich ändern</translation>
    </message>
    <message>
        <source>Checking the edit</source>
        <translation>Die Änderung wird geprüft</translation>
    </message>
    <message>
        <source>Modelling the kernel</source>
        <translation>Der Kernel wird modelliert</translation>
    </message>
</context>
<context>
    <name>mw::viewers::KernelEditing</name>
    <message>
        <source>%1, for %2</source>
        <translation>%1, für %2</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Nichts wurde geändert</translation>
    </message>
    <message>
        <source>Compiling …</source>
        <translation>Wird übersetzt …</translation>
    </message>
    <message>
        <source>Compiling a kernel written by hand</source>
        <translation>Ein von Hand geschriebener Kernel wird übersetzt</translation>
    </message>
</context>
<context>
    <name>mw::viewers::KernelEditor</name>
    <message>
        <source>&amp;Keep as a variant</source>
        <translation>Als Variante &amp;behalten</translation>
    </message>
    <message>
        <source>Kernel written by hand</source>
        <translation>Von Hand geschriebener Kernel</translation>
    </message>
    <message>
        <source>Compiles it, and makes a variant that runs it in the place of the generated kernel: verified with every run, never exported (Ctrl+Return)</source>
        <translation>Übersetzt ihn und legt eine Variante an, die ihn anstelle des erzeugten Kernels ausführt: mit jedem Lauf geprüft, nie exportiert (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>&amp;Back to the code</source>
        <translation>&amp;Zurück zum Code</translation>
    </message>
    <message>
        <source>What was written is still here when this kernel is edited again</source>
        <translation>Das Geschriebene ist noch da, wenn dieser Kernel wieder geändert wird</translation>
    </message>
</context>
<context>
    <name>mw::viewers::LogPanel</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>error: </source>
        <translation>Fehler: </translation>
    </message>
    <message>
        <source>Also what the window does by itself</source>
        <translation>Auch, was das Fenster von sich aus tut</translation>
    </message>
    <message>
        <source>Matching, advising, counting, generating code: how long each took and what came of it</source>
        <translation>Suchen, Raten, Zählen, Code erzeugen: wie lange jedes dauerte und was daraus wurde</translation>
    </message>
</context>
<context>
    <name>mw::viewers::OutlineModel</name>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>Nothing of this variant was timed yet: Run &gt; Verify and time does</source>
        <translation>Von dieser Variante wurde noch nichts gemessen: Ausführen &gt; Prüfen und messen tut es</translation>
    </message>
    <message>
        <source>No line has a number for %1</source>
        <translation>Keine Zeile hat eine Zahl für %1</translation>
    </message>
    <message>
        <source>No map here runs over %1</source>
        <translation>Keine Map läuft hier über %1</translation>
    </message>
    <message>
        <source>takes %1</source>
        <translation>belegt %1</translation>
    </message>
    <message>
        <source>moves %1 at least</source>
        <translation>bewegt mindestens %1</translation>
    </message>
    <message>
        <source>%1 floating-point operations</source>
        <translation>%1 Gleitkommaoperationen</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>dauerte %1</translation>
    </message>
    <message>
        <source>What a kernel moves at least, what a container takes, with the sizes of a run</source>
        <translation>Was ein Kernel mindestens bewegt, was ein Container belegt, mit den Größen eines Laufs</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Nothing here has the %1 %2</source>
        <translation>Hier hat nichts %1 %2</translation>
    </message>
    <message>
        <source>; there are %1</source>
        <translation>; es gibt %1</translation>
    </message>
    <message>
        <source>Floating-point operations, with the sizes of a run</source>
        <translation>Gleitkommaoperationen, mit den Größen eines Laufs</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>Bezeichnung %1</translation>
    </message>
    <message>
        <source>map %1</source>
        <translation>Map %1</translation>
    </message>
</context>
<context>
    <name>mw::viewers::OutlinePanel</name>
    <message>
        <source>Outline of the program</source>
        <translation>Gliederung des Programms</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Filter: name  kind:map  range:K  bytes&gt;1M</source>
        <translation>Filter: Name  kind:map  range:K  bytes&gt;1M</translation>
    </message>
    <message>
        <source>Filter of the outline</source>
        <translation>Filter der Gliederung</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>Gespeicherte Filter</translation>
    </message>
    <message>
        <source>&amp;Save this filter…</source>
        <translation>Diesen Filter &amp;speichern…</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>Name of the filter</source>
        <translation>Name des Filters</translation>
    </message>
    <message>
        <source>Words that must all hold: a part of the name, &quot;in quotes&quot; where it has spaces; kind:map, range:K, schedule:, storage:, lifetime:, type:; bytes&gt;1M, ops&gt;2G, time&gt;10us; -word turns a word round. Enter goes to the next match, Shift+Enter to the one before, Down into the list</source>
        <translation>Wörter, die alle gelten müssen: ein Teil des Namens, &quot;in Anführungszeichen&quot;, wo er Leerzeichen hat; kind:map, range:K, schedule:, storage:, lifetime:, type:; bytes&gt;1M, ops&gt;2G, time&gt;10us; -wort kehrt ein Wort um. Eingabe geht zum nächsten Treffer, Umschalt+Eingabe zum vorigen, Pfeil nach unten in die Liste</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>mw::viewers::Panel</name>
    <message>
        <source>&amp;Code</source>
        <translation>&amp;Code</translation>
    </message>
    <message>
        <source>Alt+6</source>
        <translation>Alt+6</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>Alt+4</source>
        <translation>Alt+4</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <source>Alt+2</source>
        <translation>Alt+2</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Protokoll</translation>
    </message>
    <message>
        <source>Alt+8</source>
        <translation>Alt+8</translation>
    </message>
    <message>
        <source>&amp;Outline</source>
        <translation>&amp;Gliederung</translation>
    </message>
    <message>
        <source>Alt+1</source>
        <translation>Alt+1</translation>
    </message>
    <message>
        <source>&amp;Problems</source>
        <translation>P&amp;robleme</translation>
    </message>
    <message>
        <source>Alt+7</source>
        <translation>Alt+7</translation>
    </message>
    <message>
        <source>temporary arrays</source>
        <translation>temporäre Felder</translation>
    </message>
    <message>
        <source>maps</source>
        <translation>Maps</translation>
    </message>
    <message>
        <source>tasklets</source>
        <translation>Tasklets</translation>
    </message>
    <message>
        <source>nested SDFGs</source>
        <translation>verschachtelte SDFGs</translation>
    </message>
    <message>
        <source>states</source>
        <translation>Zustände</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>memlets</source>
        <translation>Memlets</translation>
    </message>
    <message>
        <source>Number of</source>
        <translation>Anzahl der</translation>
    </message>
    <message>
        <source>this variant</source>
        <translation>diese Variante</translation>
    </message>
    <message>
        <source>original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>What the variant is made of</source>
        <translation>Woraus die Variante besteht</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Zählung läuft</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>&amp;Statistik</translation>
    </message>
    <message>
        <source>Alt+9</source>
        <translation>Alt+9</translation>
    </message>
    <message>
        <source>Ti&amp;mings</source>
        <translation>&amp;Zeiten</translation>
    </message>
    <message>
        <source>Alt+5</source>
        <translation>Alt+5</translation>
    </message>
    <message>
        <source>Alt+3</source>
        <translation>Alt+3</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>conditional</source>
        <translation>Verzweigung</translation>
    </message>
    <message>
        <source>region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>jump</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>map</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>ordering edge</source>
        <translation>Reihenfolgekante</translation>
    </message>
    <message>
        <source> by </source>
        <translation> Schritt </translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>edge</source>
        <translation>Kante</translation>
    </message>
    <message>
        <source>memlet</source>
        <translation>Memlet</translation>
    </message>
    <message>
        <source>state transition</source>
        <translation>Zustandsübergang</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Data %1</source>
        <translation>Daten %1</translation>
    </message>
    <message>
        <source>container</source>
        <translation>Behälter</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>strides</source>
        <translation>Schrittweiten</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>use</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporär</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation>Lebensdauer</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>Ausrichtung</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>ordering only</source>
        <translation>nur Reihenfolge</translation>
    </message>
    <message>
        <source> (kept as it is)</source>
        <translation> (bleibt, wie es ist)</translation>
    </message>
    <message>
        <source>set to zero</source>
        <translation>auf null gesetzt</translation>
    </message>
    <message>
        <source>before the first write</source>
        <translation>vor dem ersten Schreiben</translation>
    </message>
    <message>
        <source>language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>global code</source>
        <translation>globaler Code</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>block size</source>
        <translation>Blockgröße</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>launch bounds</source>
        <translation>Startgrenzen</translation>
    </message>
    <message>
        <source>max registers</source>
        <translation>höchstens Register</translation>
    </message>
    <message>
        <source>min warps</source>
        <translation>mindestens Warps</translation>
    </message>
    <message>
        <source>collapse</source>
        <translation>zusammengefasst</translation>
    </message>
    <message>
        <source>unroll</source>
        <translation>ausgerollt</translation>
    </message>
    <message>
        <source>fully</source>
        <translation>ganz</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>in another file</source>
        <translation>in einer anderen Datei</translation>
    </message>
    <message>
        <source>may be inlined</source>
        <translation>darf eingesetzt werden</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>library node</source>
        <translation>Bibliotheksknoten</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>implementation</source>
        <translation>Umsetzung</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>   volume </source>
        <translation>   Menge </translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>bewegt</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>subset</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>other subset</source>
        <translation>anderer Bereich</translation>
    </message>
    <message>
        <source>volume</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source> elements</source>
        <translation> Elemente</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>on conflict</source>
        <translation>bei Konflikt</translation>
    </message>
    <message>
        <source>edges</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>while</source>
        <translation>solange</translation>
    </message>
    <message>
        <source>then</source>
        <translation>dann</translation>
    </message>
    <message>
        <source>if</source>
        <translation>wenn</translation>
    </message>
    <message>
        <source>else</source>
        <translation>sonst</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Temporaries</source>
        <translation>Temporäre</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 Elemente</translation>
    </message>
    <message>
        <source>within </source>
        <translation>innerhalb von </translation>
    </message>
    <message>
        <source>some of it</source>
        <translation>ein Teil davon</translation>
    </message>
    <message>
        <source>   through </source>
        <translation>   durch </translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>   as </source>
        <translation>   als </translation>
    </message>
    <message>
        <source>   on conflict </source>
        <translation>   bei Konflikt </translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>at most </source>
        <translation>höchstens </translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>Geschrieben von</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>Gelesen von</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>&amp;Lesezeichen</translation>
    </message>
    <message>
        <source>Alt+0</source>
        <translation>Alt+0</translation>
    </message>
    <message>
        <source>&amp;Access</source>
        <translation>Zugri&amp;ff</translation>
    </message>
    <message>
        <source>Alt+Shift+A</source>
        <translation>Alt+Shift+A</translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation>%1 je Thread</translation>
    </message>
    <message>
        <source>%1 spilled</source>
        <translation>%1 ausgelagert</translation>
    </message>
    <message>
        <source>%1 occupancy</source>
        <translation>%1 Auslastung</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Zahlen zum Element</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>moves at least</source>
        <translation>bewegt mindestens</translation>
    </message>
    <message>
        <source>asks the cache for</source>
        <translation>verlangt vom Cache</translation>
    </message>
    <message>
        <source>%1, %2 the minimum</source>
        <translation>%1, das %2 des Minimums</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>copy bandwidth</source>
        <translation>Kopierbandbreite</translation>
    </message>
    <message>
        <source>%1 of it</source>
        <translation>%1 davon</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>k-blocking</source>
        <translation>k-Blocken</translation>
    </message>
    <message>
        <source>no: it does not run over levels</source>
        <translation>nein: sie läuft nicht über Ebenen</translation>
    </message>
    <message>
        <source>yes: it runs over blocks of levels (%1)</source>
        <translation>ja: sie läuft über Blöcke von Ebenen (%1)</translation>
    </message>
    <message>
        <source>no, and it would save nothing</source>
        <translation>nein, und es würde nichts sparen</translation>
    </message>
    <message>
        <source>without %1</source>
        <translation>ohne %1</translation>
    </message>
    <message>
        <source>nothing that it reads</source>
        <translation>nichts, was sie liest</translation>
    </message>
    <message>
        <source>with %1</source>
        <translation>mit %1</translation>
    </message>
    <message>
        <source>Advice and &amp;transformations</source>
        <translation>Vorschläge und &amp;Transformationen</translation>
    </message>
    <message>
        <source>Single values</source>
        <translation>Einzelne Werte</translation>
    </message>
    <message>
        <source>single values</source>
        <translation>einzelne Werte</translation>
    </message>
    <message>
        <source>%1 block</source>
        <translation>%1-Block</translation>
    </message>
    <message>
        <source> element</source>
        <translation> Element</translation>
    </message>
    <message>
        <source>%1, about %2 s left</source>
        <translation>%1, noch etwa %2 s</translation>
    </message>
    <message>
        <source>%1, about %2 min left</source>
        <translation>%1, noch etwa %2 min</translation>
    </message>
    <message>
        <source>version of DaCe</source>
        <translation>Version von DaCe</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Kernels that cost most</source>
        <translation>Kernel, die am meisten kosten</translation>
    </message>
    <message>
        <source>Predicting the kernels&apos; times</source>
        <translation>Zeiten der Kernel vorhersagen</translation>
    </message>
    <message>
        <source>No kernel is known yet</source>
        <translation>Noch ist kein Kernel bekannt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>predicted for %1</source>
        <translation>vorhergesagt für %1</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kerneln</translation>
    </message>
    <message>
        <source>Top &amp;kernels</source>
        <translation>Teuerste &amp;Kernel</translation>
    </message>
    <message>
        <source>Alt+Shift+K</source>
        <translation>Alt+Shift+K</translation>
    </message>
    <message>
        <source>Half of the time goes into %1 of %2 (%3)</source>
        <translation>Die Hälfte der Zeit steckt in %1 von %2 (%3)</translation>
    </message>
    <message>
        <source>no; %1 levels to a thread, which a launch can have too, would read %2 less: %3 loads and %4 sectors per point</source>
        <translation>nein; %1 Ebenen je Thread, die auch ein Start haben kann, läsen %2 weniger: %3 Ladebefehle und %4 Sektoren je Punkt</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>temporaries of its own</source>
        <translation>eigene temporäre Felder</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Bezeichner</translation>
    </message>
</context>
<context>
    <name>mw::viewers::ProblemsModel</name>
    <message>
        <source>Validity</source>
        <translation>Gültigkeit</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Canonical form</source>
        <translation>Normalform</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Click to repair: %1</source>
        <translation>Klicken behebt es: %1</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Beheben</translation>
    </message>
</context>
<context>
    <name>mw::viewers::ProblemsPanel</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Kind of findings</source>
        <translation>Art der Befunde</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Repair every shown finding that has an obvious repair; each repair is a step that can be undone</source>
        <translation>Behebt jeden gezeigten Befund mit offensichtlicher Abhilfe; jede ist ein Schritt, der rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>hints</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Repair all (%1)</source>
        <translation>Alle beheben (%1)</translation>
    </message>
    <message>
        <source>Repair all</source>
        <translation>Alle beheben</translation>
    </message>
    <message>
        <source>Checking ranges</source>
        <translation>Bereiche werden geprüft</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Prüfung läuft</translation>
    </message>
    <message>
        <source>No findings: the graph is valid.</source>
        <translation>Keine Befunde: der Graph ist gültig.</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Go to the element</source>
        <translation>Zum Element gehen</translation>
    </message>
    <message>
        <source>Repair all %1 of &apos;%2&apos;</source>
        <translation>Alle %1 von „%2“ beheben</translation>
    </message>
    <message>
        <source>Copy the sentence</source>
        <translation>Satz kopieren</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>mw::viewers::ProgramView</name>
    <message>
        <source>Program: kernels in order, and the arrays that they touch</source>
        <translation>Programm: Kernel der Reihe nach, und die Felder, die sie berühren</translation>
    </message>
    <message>
        <source>could save</source>
        <translation>könnte sparen</translation>
    </message>
    <message>
        <source>kernel, by what it writes</source>
        <translation>Kernel, nach dem, was er schreibt</translation>
    </message>
    <message>
        <source>range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>bytes, at least</source>
        <translation>Bytes, mindestens</translation>
    </message>
    <message>
        <source>time, median</source>
        <translation>Zeit, Median</translation>
    </message>
    <message>
        <source> · %1 moved at least</source>
        <translation> · %1 mindestens bewegt</translation>
    </message>
    <message>
        <source> · temporaries %1</source>
        <translation> · temporäre Felder %1</translation>
    </message>
    <message>
        <source>%1 would save %2, but: %3</source>
        <translation>%1 würde %2 sparen, aber: %3</translation>
    </message>
    <message>
        <source>would save %1, but: %2</source>
        <translation>würde %1 sparen, aber: %2</translation>
    </message>
    <message>
        <source>No kernels</source>
        <translation>Keine Kernel</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>copy to %1</source>
        <translation>Kopie nach %1</translation>
    </message>
    <message>
        <source>open sizes</source>
        <translation>offene Größen</translation>
    </message>
    <message>
        <source>asks the cache for %1, %2 times what it must move</source>
        <translation>fragt vom Cache %1 an, %2-mal so viel, wie er bewegen muss</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>%1 in one lane; a click unfolds them</source>
        <translation>%1 in einer Spalte; ein Klick klappt sie auf</translation>
    </message>
    <message>
        <source>saves</source>
        <translation>spart</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>● writes</source>
        <translation>● schreibt</translation>
    </message>
    <message>
        <source>○ reads</source>
        <translation>○ liest</translation>
    </message>
    <message>
        <source>∿ through a table or in a branch</source>
        <translation>∿ durch eine Tabelle oder in einem Zweig</translation>
    </message>
    <message>
        <source>paler bar: asked of the cache</source>
        <translation>blasser Balken: vom Cache verlangt</translation>
    </message>
    <message>
        <source>times: flattered by caches</source>
        <translation>Zeiten: von Caches geschönt</translation>
    </message>
    <message>
        <source>| a copy of these bytes</source>
        <translation>| eine Kopie dieser Bytes</translation>
    </message>
    <message>
        <source>[ ]: next bracket</source>
        <translation>[ ]: nächste Klammer</translation>
    </message>
    <message>
        <source>N: next difference</source>
        <translation>N: nächster Unterschied</translation>
    </message>
    <message>
        <source>%1 moved at least</source>
        <translation>%1 mindestens bewegt</translation>
    </message>
    <message>
        <source>temporaries %1</source>
        <translation>temporäre Felder %1</translation>
    </message>
    <message>
        <source>%1 predicted on a GPU</source>
        <translation>%1 vorhergesagt auf einer GPU</translation>
    </message>
    <message>
        <source> · %1 times the arguments&apos; %2</source>
        <translation> · das %1-Fache der %2 der Argumente</translation>
    </message>
    <message>
        <source> · measured: %1 on the device</source>
        <translation> · gemessen: %1 auf dem Gerät</translation>
    </message>
    <message>
        <source> · kernels %1 for %2</source>
        <translation> · Kernel %1 für %2</translation>
    </message>
    <message>
        <source> · kernels %1</source>
        <translation> · Kernel %1</translation>
    </message>
    <message>
        <source> · copies %1</source>
        <translation> · Kopien %1</translation>
    </message>
    <message>
        <source> · flattered by caches</source>
        <translation> · von Caches geschönt</translation>
    </message>
    <message>
        <source> · a copy of the kernels&apos; bytes %1</source>
        <translation> · eine Kopie der Bytes der Kernel %1</translation>
    </message>
    <message>
        <source>%1 saves %2. Enter again does it; T tries and times it; Esc leaves all as it is.</source>
        <translation>%1 spart %2. Noch einmal Eingabe tut es; T versucht und misst es; Esc lässt alles, wie es ist.</translation>
    </message>
    <message>
        <source>%1 saves %2. Enter shows what it would change; T tries and times it.</source>
        <translation>%1 spart %2. Eingabe zeigt, was sich ändern würde; T versucht und misst es.</translation>
    </message>
    <message>
        <source>saves %1; Enter shows what it would change, double click does it, T tries and times it</source>
        <translation>spart %1; Eingabe zeigt, was sich ändern würde, Doppelklick tut es, T versucht und misst es</translation>
    </message>
    <message>
        <source>Arguments as one lane, or each with its own (A); numbers at the ends: lanes out of sight that the rows in sight touch</source>
        <translation>Argumente als eine Spalte, oder jedes mit seiner eigenen (A); Zahlen an den Enden: Spalten außer Sicht, die die sichtbaren Zeilen berühren</translation>
    </message>
    <message>
        <source>A click on a title sorts the rows by it, another one the other way round; a third one, or Esc, brings back the order of the program</source>
        <translation>Ein Klick auf einen Titel sortiert die Zeilen danach, ein zweiter andersherum; ein dritter, oder Esc, bringt die Reihenfolge des Programms zurück</translation>
    </message>
    <message>
        <source>Nothing here could be fused</source>
        <translation>Hier lässt sich nichts verschmelzen</translation>
    </message>
    <message>
        <source>There is nothing to compare with: Ctrl+\ splits the view</source>
        <translation>Es gibt nichts zum Vergleichen: Strg+\ teilt die Ansicht</translation>
    </message>
    <message>
        <source>No other kernel changed</source>
        <translation>Kein anderer Kernel hat sich geändert</translation>
    </message>
    <message>
        <source>No bracket is chosen: ] goes to the next one. A double click opens the kernel in the graph.</source>
        <translation>Keine Klammer ist gewählt: ] geht zur nächsten. Ein Doppelklick öffnet den Kernel im Graphen.</translation>
    </message>
    <message>
        <source>Nothing is chosen: ] goes to the next bracket, the arrows to a row.</source>
        <translation>Nichts ist gewählt: ] geht zur nächsten Klammer, die Pfeile zu einer Zeile.</translation>
    </message>
    <message>
        <source>sorted by name (Esc: as in the program)</source>
        <translation>nach Namen sortiert (Esc: wie im Programm)</translation>
    </message>
    <message>
        <source>sorted by range (Esc: as in the program)</source>
        <translation>nach Bereich sortiert (Esc: wie im Programm)</translation>
    </message>
    <message>
        <source>sorted by launch (Esc: as in the program)</source>
        <translation>nach Start sortiert (Esc: wie im Programm)</translation>
    </message>
    <message>
        <source>sorted by bytes (Esc: as in the program)</source>
        <translation>nach Bytes sortiert (Esc: wie im Programm)</translation>
    </message>
    <message>
        <source>sorted by time (Esc: as in the program)</source>
        <translation>nach Zeit sortiert (Esc: wie im Programm)</translation>
    </message>
    <message>
        <source>rows as in the program</source>
        <translation>Zeilen wie im Programm</translation>
    </message>
    <message>
        <source>time, other sizes</source>
        <translation>Zeit, andere Größen</translation>
    </message>
    <message>
        <source>time ≠</source>
        <translation>Zeit ≠</translation>
    </message>
    <message>
        <source>times: for other sizes than the bytes</source>
        <translation>Zeiten: für andere Größen als die Bytes</translation>
    </message>
    <message>
        <source> (copies %1)</source>
        <translation> (Kopien %1)</translation>
    </message>
</context>
<context>
    <name>mw::viewers::RooflineView</name>
    <message>
        <source>operations per byte moved (FLOP/B)</source>
        <translation>Operationen je bewegtem Byte (FLOP/B)</translation>
    </message>
    <message>
        <source>speed (GFLOP/s)</source>
        <translation>Geschwindigkeit (GFLOP/s)</translation>
    </message>
    <message>
        <source>double precision %1</source>
        <translation>doppelte Genauigkeit %1</translation>
    </message>
    <message>
        <source>copy %1 GB/s</source>
        <translation>Kopie %1 GB/s</translation>
    </message>
    <message>
        <source>Roofline: operations per byte against speed, by kernel and variant</source>
        <translation>Roofline: Operationen je Byte gegen Geschwindigkeit, nach Kernel und Variante</translation>
    </message>
    <message>
        <source>No kernel of this measurement computes in floating point, or the measurement is of a version that did not count operations.</source>
        <translation>Kein Kernel dieser Messung rechnet mit Gleitkommazahlen, oder die Messung ist von einer Version, die Operationen nicht gezählt hat.</translation>
    </message>
    <message>
        <source>Kernels that were timed stand here.</source>
        <translation>Hier stehen Kernel, die gemessen wurden.</translation>
    </message>
    <message>
        <source>⚠ no arrows, not ranked: %1</source>
        <translation>⚠ keine Pfeile, nicht gewertet: %1</translation>
    </message>
    <message>
        <source>%1 FLOP/B, %2</source>
        <translation>%1 FLOP/B, %2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1 of the roof</source>
        <translation>%1 des Dachs</translation>
    </message>
    <message>
        <source>above the roof: caches held some of what it moves</source>
        <translation>über dem Dach: einen Teil dessen, was er bewegt, hielten Caches</translation>
    </message>
    <message>
        <source>the roof of double precision lies at %1</source>
        <translation>das Dach der doppelten Genauigkeit liegt bei %1</translation>
    </message>
    <message>
        <source>without floating-point operations, not shown: %1</source>
        <translation>ohne Gleitkommaoperationen, nicht gezeigt: %1</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>%1 %2 GB/s</source>
        <translation>%1 %2 GB/s</translation>
    </message>
    <message>
        <source>last cache</source>
        <translation>letzter Cache</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>⚠ measured on %1, not the sizes shown</source>
        <translation>⚠ auf %1 gemessen, nicht mit den gezeigten Größen</translation>
    </message>
</context>
<context>
    <name>mw::viewers::RunPanel</name>
    <message>
        <source> (no device)</source>
        <translation> (kein Gerät)</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>Command that starts mw-runner on another machine, for example ssh host mw-runner; empty: this machine</source>
        <translation>Befehl, der mw-runner auf einem anderen Rechner startet, zum Beispiel ssh host mw-runner; leer: dieser Rechner</translation>
    </message>
    <message>
        <source>looking for devices …</source>
        <translation>Geräte werden gesucht …</translation>
    </message>
    <message>
        <source>Where the variants run</source>
        <translation>Wo die Varianten laufen</translation>
    </message>
    <message>
        <source>Take inputs from a scenario&apos;s file</source>
        <translation>Eingaben aus der Datei eines Szenarios nehmen</translation>
    </message>
    <message>
        <source>How often each variant is timed, interleaved</source>
        <translation>Wie oft jede Variante gemessen wird, abwechselnd</translation>
    </message>
    <message>
        <source>warm cache</source>
        <translation>warmer Cache</translation>
    </message>
    <message>
        <source>cold cache</source>
        <translation>kalter Cache</translation>
    </message>
    <message>
        <source>Cold: the cache is flushed before every call</source>
        <translation>Kalt: der Cache wird vor jedem Aufruf geleert</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ends the run; nothing else is lost</source>
        <translation>Beendet den Lauf; sonst geht nichts verloren</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Run this variant</source>
        <translation>Diese Variante ausführen</translation>
    </message>
    <message numerus="yes">
        <source>Verify and time %n pinned</source>
        <translation>
            <numerusform>%n angeheftete prüfen und messen</numerusform>
            <numerusform>%n angeheftete prüfen und messen</numerusform>
        </translation>
    </message>
    <message>
        <source>Times the current variant; pin variants to compare them (Ctrl+R)</source>
        <translation>Misst die aktuelle Variante; zum Vergleich Varianten anheften (Strg+R)</translation>
    </message>
    <message>
        <source>Compares the outputs of the pinned variants, then times them interleaved (Ctrl+R)</source>
        <translation>Vergleicht die Ergebnisse der angehefteten Varianten und misst sie dann abwechselnd (Strg+R)</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Scenarios (*.json);;All files (*)</source>
        <translation>Szenarien (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Size of the run: torus:NX,NY,LEVELS or another grid (docs/grids.md), or a scenario&apos;s .json file</source>
        <translation>Größe des Laufs: torus:NX,NY,LEVELS oder ein anderes Gitter (docs/grids.md), oder die .json-Datei eines Szenarios</translation>
    </message>
    <message>
        <source>The symbols and scalars of the program, with the values that it is run with, to set others</source>
        <translation>Die Symbole und Skalare des Programms, mit den Werten, mit denen es läuft, um andere zu setzen</translation>
    </message>
    <message>
        <source>Values…</source>
        <translation>Werte…</translation>
    </message>
    <message>
        <source>Values (%1 set)…</source>
        <translation>Werte (%1 gesetzt)…</translation>
    </message>
    <message>
        <source>Verify and time</source>
        <translation>Prüfen und messen</translation>
    </message>
    <message>
        <source>Compares the outputs of the current variant with those of the original, then times the two interleaved; pin variants to compare others (Ctrl+R)</source>
        <translation>Vergleicht die Ergebnisse der aktuellen Variante mit denen des Originals und misst dann beide im Wechsel; angeheftete Varianten werden statt ihrer verglichen (Strg+R)</translation>
    </message>
    <message>
        <source>Rounds in which each variant is timed once: the repeats, those of calls that follow one another, and those of allocating</source>
        <translation>Runden, in denen jede Variante einmal gemessen wird: die Wiederholungen, die von Aufrufen in Folge und die des Belegens von Speicher</translation>
    </message>
</context>
<context>
    <name>mw::viewers::StepDetail</name>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Versuchen</translation>
    </message>
    <message>
        <source>Apply everywhere</source>
        <translation>Überall anwenden</translation>
    </message>
    <message>
        <source>Assume and apply</source>
        <translation>Voraussetzen und anwenden</translation>
    </message>
    <message>
        <source>Applies at the selected place (Return)</source>
        <translation>Wendet an der gewählten Stelle an (Eingabe)</translation>
    </message>
    <message>
        <source>Applies it as a variant, verifies it, times it against the variant before, and pins both</source>
        <translation>Wendet es als Variante an, prüft es, misst es gegen die Variante davor und heftet beide an</translation>
    </message>
    <message>
        <source>Applies at the first place again and again until none is left</source>
        <translation>Wendet immer wieder an der ersten Stelle an, bis keine mehr bleibt</translation>
    </message>
    <message>
        <source>The condition becomes part of the variant and of its recipe; a run with inputs that violate it is refused</source>
        <translation>Die Bedingung wird Teil der Variante und ihres Rezepts; ein Lauf mit Eingaben, die sie verletzen, wird abgelehnt</translation>
    </message>
    <message>
        <source>What it changes, parameters and explanation</source>
        <translation>Was es ändert, Parameter und Erklärung</translation>
    </message>
    <message>
        <source>Choose a step to see what it would change</source>
        <translation>Wählen Sie einen Schritt, um zu sehen, was er ändern würde</translation>
    </message>
    <message>
        <source>Apply first</source>
        <translation>Zuerst anwenden</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Bytes that they move</source>
        <translation>Bytes, die sie bewegen</translation>
    </message>
    <message>
        <source>Temporaries</source>
        <translation>Temporäre</translation>
    </message>
    <message>
        <source>Their bytes</source>
        <translation>Ihre Bytes</translation>
    </message>
    <message>
        <source>It would apply if %1: the inputs of a run decide that.</source>
        <translation>Es würde passen, wenn %1: das entscheiden die Eingaben eines Laufs.</translation>
    </message>
    <message>
        <source>Predicted for %1</source>
        <translation>Vorhergesagt für %1</translation>
    </message>
    <message>
        <source>No step is chosen</source>
        <translation>Kein Schritt ist gewählt</translation>
    </message>
</context>
<context>
    <name>mw::viewers::TimingsColumns</name>
    <message>
        <source>%1 (not known here)</source>
        <translation>%1 (hier nicht bekannt)</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>Wie zu Beginn</translation>
    </message>
</context>
<context>
    <name>mw::viewers::TimingsModel</name>
    <message>
        <source>medians lie far above minima</source>
        <translation>Mediane liegen weit über den Minima</translation>
    </message>
    <message>
        <source>%1 repeats, %2 cache</source>
        <translation>%1 Wiederholungen, Cache %2</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>kalt</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>warm</translation>
    </message>
    <message>
        <source>copy %1 GB/s</source>
        <translation>Kopie %1 GB/s</translation>
    </message>
    <message>
        <source>program on the device</source>
        <translation>Programm auf dem Gerät</translation>
    </message>
    <message>
        <source>First start to last end of one call, median of the repeats</source>
        <translation>Vom ersten Start bis zum letzten Ende eines Aufrufs, Median der Wiederholungen</translation>
    </message>
    <message>
        <source>The sum of %1 kernels:
%2</source>
        <translation>Die Summe von %1 Kerneln:
%2</translation>
    </message>
    <message numerus="yes">
        <source>kernel %1
%n launch(es) a call</source>
        <translation>
            <numerusform>Kernel %1
%n Start je Aufruf</numerusform>
            <numerusform>Kernel %1
%n Starts je Aufruf</numerusform>
        </translation>
    </message>
    <message>
        <source>
%1 registers</source>
        <translation>
%1 Register</translation>
    </message>
    <message>
        <source>
grid %1 × %2 × %3, block %4 × %5 × %6</source>
        <translation>
Gitter %1 × %2 × %3, Block %4 × %5 × %6</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>median ×</source>
        <translation>Median ×</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>%1 in the pipeline: %2</source>
        <translation>%1 in der Pipeline: %2</translation>
    </message>
    <message>
        <source>in the last cache %1 GB/s</source>
        <translation>im letzten Cache %1 GB/s</translation>
    </message>
    <message>
        <source>in L2 %1 GB/s</source>
        <translation>im L2 %1 GB/s</translation>
    </message>
    <message>
        <source>call from the host</source>
        <translation>Aufruf vom Rechner aus</translation>
    </message>
    <message>
        <source>    kernels</source>
        <translation>    Kernel</translation>
    </message>
    <message>
        <source>    copies and fills</source>
        <translation>    Kopien und Füllen</translation>
    </message>
    <message>
        <source>    gaps between them</source>
        <translation>    Lücken dazwischen</translation>
    </message>
    <message>
        <source>    outside the device</source>
        <translation>    außerhalb des Geräts</translation>
    </message>
    <message>
        <source>allocation of temporaries</source>
        <translation>Anlegen temporärer Felder</translation>
    </message>
    <message>
        <source>One call that is waited for, by the host&apos;s clock</source>
        <translation>Ein Aufruf, auf den gewartet wird, nach der Uhr des Rechners</translation>
    </message>
    <message>
        <source>All launches of all kernels: their medians added up</source>
        <translation>Alle Starts aller Kernel: ihre Mediane zusammen</translation>
    </message>
    <message>
        <source>Copies, fills and copy kernels of a call</source>
        <translation>Kopien, Füllen und Kopierkernel eines Aufrufs</translation>
    </message>
    <message>
        <source>Copies, fills and copy kernels of a call: %1</source>
        <translation>Kopien, Füllen und Kopierkernel eines Aufrufs: %1</translation>
    </message>
    <message>
        <source>What is left of the time on the device: launches that it waits for, and what has to wait for something else</source>
        <translation>Was von der Zeit auf dem Gerät bleibt: Starts, auf die es wartet, und was auf anderes warten muss</translation>
    </message>
    <message>
        <source>Of the call: to start it and to wait for it</source>
        <translation>Vom Aufruf: ihn zu starten und auf ihn zu warten</translation>
    </message>
    <message>
        <source>To allocate and free the temporaries once; no part of a call</source>
        <translation>Die temporären Felder einmal anzulegen und freizugeben; kein Teil eines Aufrufs</translation>
    </message>
    <message>
        <source>, not the sizes shown</source>
        <translation>, nicht die gezeigten Größen</translation>
    </message>
</context>
<context>
    <name>mw::viewers::TimingsPanel</name>
    <message>
        <source>Kernel times of the pinned variants</source>
        <translation>Kernelzeiten der angehefteten Varianten</translation>
    </message>
    <message>
        <source>Pin variants in the history (Ctrl+P) and run them (Ctrl+R): their kernels then stand here side by side.</source>
        <translation>Varianten im Verlauf anheften (Strg+P) und ausführen (Strg+R): ihre Kernel stehen dann hier nebeneinander.</translation>
    </message>
    <message>
        <source>Copy CSV</source>
        <translation>CSV kopieren</translation>
    </message>
    <message>
        <source>All numbers, as comma-separated values</source>
        <translation>Alle Zahlen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Copy Markdown</source>
        <translation>Markdown kopieren</translation>
    </message>
    <message>
        <source>The table, for an issue or a page</source>
        <translation>Die Tabelle, für eine Meldung oder eine Seite</translation>
    </message>
    <message>
        <source>Save report …</source>
        <translation>Bericht speichern …</translation>
    </message>
    <message>
        <source>One HTML file with table and bars</source>
        <translation>Eine HTML-Datei mit Tabelle und Balken</translation>
    </message>
    <message>
        <source>nothing to compare with</source>
        <translation>nichts zum Vergleichen</translation>
    </message>
    <message>
        <source>✗ outputs differ: times are not comparable</source>
        <translation>✗ Ergebnisse weichen ab: Zeiten sind nicht vergleichbar</translation>
    </message>
    <message>
        <source>✓ outputs agree   ⚠ not ranked: %1</source>
        <translation>✓ Ergebnisse stimmen überein   ⚠ nicht gewertet: %1</translation>
    </message>
    <message>
        <source>✓ outputs agree</source>
        <translation>✓ Ergebnisse stimmen überein</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>What the others are set against (Ctrl+Shift+B: the next one)</source>
        <translation>Der die anderen gegenüberstehen (Strg+Umschalt+B: die nächste)</translation>
    </message>
    <message>
        <source>Normalise</source>
        <translation>Normieren</translation>
    </message>
    <message>
        <source>Times as multiples of the baseline&apos;s, row by row</source>
        <translation>Zeiten als Vielfache derer der Basis, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operations per byte against speed, with arrows from variant to variant (Ctrl+Shift+L)</source>
        <translation>Operationen je Byte gegen Geschwindigkeit, mit Pfeilen von Variante zu Variante (Strg+Umschalt+L)</translation>
    </message>
    <message>
        <source>The conditions of the numbers in full, or in a line</source>
        <translation>Die Bedingungen der Zahlen vollständig, oder in einer Zeile</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Which columns the table shows</source>
        <translation>Welche Spalten die Tabelle zeigt</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>The numbers, for somewhere else</source>
        <translation>Die Zahlen, für anderswo</translation>
    </message>
    <message>
        <source>nothing to compare with   ⚠ flattered by caches</source>
        <translation>nichts zu vergleichen   ⚠ von Caches geschönt</translation>
    </message>
    <message>
        <source>: run again when nothing else does</source>
        <translation>: noch einmal laufen lassen, wenn sonst nichts läuft</translation>
    </message>
    <message>
        <source>Each variant is run once and its results are compared; then all are timed in turns, round by round. Their kernels will stand here side by side.</source>
        <translation>Jede Variante läuft einmal, und ihre Ergebnisse werden verglichen; dann werden alle abwechselnd gemessen, Runde um Runde. Ihre Kernel stehen dann hier nebeneinander.</translation>
    </message>
    <message>
        <source>first times, of a few rounds: the measurement goes on</source>
        <translation>erste Zeiten aus wenigen Runden: die Messung geht weiter</translation>
    </message>
</context>
<context>
    <name>mw::viewers::TopKernelsModel</name>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Of this kernel and all that take longer</source>
        <translation>Von diesem Kernel und allen, die länger dauern</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>launch latency</source>
        <translation>Startverzögerung</translation>
    </message>
    <message>
        <source>The largest part of its predicted time goes into bytes from and to memory: move fewer of them (fuse, block)</source>
        <translation>Der größte Teil seiner vorhergesagten Zeit sind Bytes vom und zum Speicher: weniger davon bewegen (verschmelzen, blocken)</translation>
    </message>
    <message>
        <source>The largest part of its predicted time goes into sectors of the cache: read elements less often, or let neighbouring threads read neighbouring elements</source>
        <translation>Der größte Teil seiner vorhergesagten Zeit sind Sektoren des Caches: Elemente seltener lesen, oder benachbarte Threads benachbarte Elemente lesen lassen</translation>
    </message>
    <message>
        <source>The largest part of its predicted time goes into instructions</source>
        <translation>Der größte Teil seiner vorhergesagten Zeit sind Befehle</translation>
    </message>
    <message>
        <source>The largest part of its predicted time is its launch: fuse it with others</source>
        <translation>Der größte Teil seiner vorhergesagten Zeit ist sein Start: mit anderen verschmelzen</translation>
    </message>
    <message>
        <source>Cumulative</source>
        <translation>Kumuliert</translation>
    </message>
    <message>
        <source>What the largest part of the predicted time goes into: memory, cache, arithmetic, or, of short kernels, launch latency</source>
        <translation>Worin der größte Teil der vorhergesagten Zeit steckt: Speicher, Cache, Rechnen, oder, bei kurzen Kerneln, die Startverzögerung</translation>
    </message>
</context>
<context>
    <name>mw::viewers::TransformationModel</name>
    <message>
        <source>nothing here has its shape</source>
        <translation>nichts hier hat seine Form</translation>
    </message>
    <message>
        <source>applies %1×</source>
        <translation>%1× anwendbar</translation>
    </message>
    <message>
        <source>refused %1×</source>
        <translation>%1× abgelehnt</translation>
    </message>
    <message>
        <source>applies %1×, refused %2×</source>
        <translation>%1× anwendbar, %2× abgelehnt</translation>
    </message>
    <message>
        <source>applies</source>
        <translation>anwendbar</translation>
    </message>
    <message>
        <source>Condition %1: %2</source>
        <translation>Bedingung %1: %2</translation>
    </message>
    <message>
        <source>Transformation and place</source>
        <translation>Transformation und Stelle</translation>
    </message>
    <message>
        <source>Applies, or why not</source>
        <translation>Anwendbar, oder warum nicht</translation>
    </message>
    <message>
        <source>at best %1</source>
        <translation>bestenfalls %1</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source> (needs %1)</source>
        <translation> (braucht %1)</translation>
    </message>
</context>
<context>
    <name>mw::viewers::TransformationPanel</name>
    <message>
        <source>Transformations and where they apply</source>
        <translation>Transformationen und wo sie anwendbar sind</translation>
    </message>
    <message>
        <source>Matching transformations</source>
        <translation>Transformationen werden gesucht</translation>
    </message>
    <message>
        <source>applies at %1 of the selection</source>
        <translation>anwendbar an %1 der Auswahl</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>applies at %1 of the graph</source>
        <translation>anwendbar an %1 des Graphen</translation>
    </message>
    <message>
        <source>Looking for what would have to be assumed</source>
        <translation>Es wird gesucht, was vorauszusetzen wäre</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>What can be done, and what stands out</source>
        <translation>Was getan werden kann, und was auffällt</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>All transformations</source>
        <translation>Alle Transformationen</translation>
    </message>
    <message>
        <source>Lists of steps</source>
        <translation>Listen von Schritten</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Which places are listed</source>
        <translation>Welche Stellen aufgeführt werden</translation>
    </message>
    <message>
        <source>For the selection</source>
        <translation>Für die Auswahl</translation>
    </message>
    <message>
        <source>In sight</source>
        <translation>Im Sichtbaren</translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation>Ganzer Graph</translation>
    </message>
    <message>
        <source>What touches the selection; without one the whole graph</source>
        <translation>Was die Auswahl berührt; ohne eine der ganze Graph</translation>
    </message>
    <message>
        <source>What touches what the active pane shows now</source>
        <translation>Was berührt, was die aktive Ansicht jetzt zeigt</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Which transformations are listed</source>
        <translation>Welche Transformationen aufgeführt werden</translation>
    </message>
    <message>
        <source>All categories</source>
        <translation>Alle Kategorien</translation>
    </message>
    <message>
        <source>Predicting what the places in sight save</source>
        <translation>Es wird vorhergesagt, was die sichtbaren Stellen sparen</translation>
    </message>
    <message>
        <source>Looking for what could be done</source>
        <translation>Es wird gesucht, was getan werden könnte</translation>
    </message>
    <message>
        <source>step that saves</source>
        <translation>Schritt, der spart</translation>
    </message>
    <message>
        <source>steps that save</source>
        <translation>Schritte, die sparen</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>Es wird gesucht …</translation>
    </message>
    <message>
        <source>Nothing stands out there</source>
        <translation>Dort fällt nichts auf</translation>
    </message>
    <message>
        <source>applies at %1 in sight</source>
        <translation>passt im Sichtbaren an %1</translation>
    </message>
    <message>
        <source>Looking at what it would change …</source>
        <translation>Es wird angesehen, was sich ändern würde …</translation>
    </message>
    <message>
        <source>Looking at what a step would change</source>
        <translation>Es wird angesehen, was ein Schritt ändern würde</translation>
    </message>
    <message>
        <source>nothing would help</source>
        <translation>nichts würde helfen</translation>
    </message>
    <message>
        <source>Condition %1: %2</source>
        <translation>Bedingung %1: %2</translation>
    </message>
    <message>
        <source>Nothing here has its shape</source>
        <translation>Nichts hier hat seine Form</translation>
    </message>
    <message>
        <source>No step is chosen</source>
        <translation>Kein Schritt ist gewählt</translation>
    </message>
    <message>
        <source>This line is no step</source>
        <translation>Diese Zeile ist kein Schritt</translation>
    </message>
    <message>
        <source>No transformation is chosen: choose a step of Advice, or a line of All transformations (Alt+3)</source>
        <translation>Keine Transformation ist gewählt: wählen Sie einen Schritt der Vorschläge oder eine Zeile unter Alle Transformationen (Alt+3)</translation>
    </message>
    <message>
        <source>%1: where it applies is being looked for</source>
        <translation>%1: es wird gesucht, wo es anwendbar ist</translation>
    </message>
    <message>
        <source>%1 applies at none of %2: %3</source>
        <translation>%1 ist an keiner von %2 anwendbar: %3</translation>
    </message>
    <message>
        <source>%1 applies nowhere: nothing has its shape</source>
        <translation>%1 ist nirgends anwendbar: nichts hat die Form dafür</translation>
    </message>
    <message>
        <source> (looked at is what is listed: choose Whole graph for all)</source>
        <translation> (angesehen ist, was in der Liste steht: für alles Ganzer Graph wählen)</translation>
    </message>
</context>
</TS>
