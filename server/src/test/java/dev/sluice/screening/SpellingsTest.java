package dev.sluice.screening;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Usual spellings of one name, and names of different people that are near each other, at the default score.
class SpellingsTest {
    private static final int SCORE_MIN = 50;

    private static boolean isHit(String listed, String name) {
        var entry = new ListEntry("Q1", "Person", List.of(listed), List.of(), List.of(), List.of(), "", "Test", null);
        var list = WatchList.of(List.of(entry));
        return !list.find(Party.named(null, name), SCORE_MIN).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Abdulaziz, Abdul Aziz",
        "Abdulaziz Karimi, Abd al-Aziz Karimi",
        "Abdelaziz Karimi, Abdul Aziz Karimi",
        "Abdurrahman Karimi, Abd al-Rahman Karimi",
        "Abdul Rahman Karimi, Abd ar-Rahman Karimi",
        "Abdulrahman Karimi, عبد الرحمن كريمي",
        "Abdussalam Karimi, Abdul Salam Karimi",
        "Abdullah Karimi, Abdulla Karimi",
        "Abdullah Karimi, Abdallah Karimi",
        "Alassad, al-Assad",
        "Samir Alassad, Samir al-Asad",
        "Samir al-Assad, Samir Assad",
        "Omar Elsayed, Omar al-Sayed",
        "Omar el-Sayed, Omar Alsayed",
        "Fahd ash-Shammari, Fahd Al Shammari",
        "Fahd Alshammari, Fahd ash-Shammari",
        "Salem Binladen, Salem bin Ladin",
        "Salem Benali, Salem Ben Ali",
        "Abubakar Shekari, Abu Bakr Shekari",
        "Aboubacar Shekari, Abu Bakar Shekari",
        "Yusuf Karimi, Yousef Karimi",
        "Yusuf Karimi, Youssef Karimi",
        "Muhammad Karimi, Mohamed Karimi",
        "Nuruddin Karimi, Nur al-Din Karimi",
        "Saifullah Karimi, Saif Ullah Karimi",
        "Sergei Ivanov, Sergey Ivanoff",
        "Aleksandr Petrov, Alexander Petrov",
        "Yevgeny Morozov, Evgeni Morozov",
        "Dmitri Medvedko, Dmitriy Medvedko",
        "Kim Jongun, Kim Jong Un",
        "Maria delaCruz, Maria dela Cruz",
        "Patrick MacDonald, Patrick Mac Donald"
    })
    void a_usual_spelling_is_found(String listed, String name) {
        assertThat(isHit(listed, name)).isTrue();
        assertThat(isHit(name, listed)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "Abdul Aziz, Abdul Majid",
        "Abdulaziz Karimi, Abdulmajid Karimi",
        "Abdullah Karimi, Abdul Majid Karimi",
        "Bashar al-Assad, Bashar al-Amin",
        "Samir Assad, Samir Asif",
        "Albert Petrov, Robert Petrov",
        "Alina Petrova, Elena Petrova",
        "Benjamin Cohen, Jamin Cohen",
        "Omar Karimi, Amir Karimi",
        "Hassan Karimi, Hussein Karimi",
        "Ali Reza Karimi, Alireza Hosseini",
        "Nur Karimi, Nuruddin Karimi",
        "Elsa Yedlin, Omar Elsayed",
        "Kim Jong Un, Kim Jong Il",
        "Sergei Ivanov, Sergei Petrov",
        "Maria Cruz, Mario Cruz Lopez Perez",
        "Anna Marie Schmidt, Annmarie Schulz",
        "Siti Aminah, Siti Amirah Putri Lestari",
        "Budi Santoso, Susanto Budiman"
    })
    void another_name_is_not(String listed, String name) {
        assertThat(isHit(listed, name)).isFalse();
        assertThat(isHit(name, listed)).isFalse();
    }
}
